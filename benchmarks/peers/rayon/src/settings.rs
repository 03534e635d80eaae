// SPDX-License-Identifier: Apache-2.0

//! The parameters of one problem by name: its defaults, overridden by `--set key=value`.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

pub type Complaint = String;

pub struct Settings(BTreeMap<String, String>);

impl Settings {
    pub fn new(defaults: &[(&str, &str)]) -> Self {
        Settings(defaults.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect())
    }

    /// Parses one `key=value`.
    pub fn set(&mut self, assignment: &str) -> Result<(), Complaint> {
        let (key, value) = assignment
            .split_once('=')
            .ok_or_else(|| format!("--set {assignment}: expected key=value"))?;
        if !self.0.contains_key(key) {
            let known = self.0.keys().cloned().collect::<Vec<_>>().join(", ");
            return Err(format!("--set {assignment}: unknown key, known are: {known}"));
        }
        self.0.insert(key.to_string(), value.to_string());
        Ok(())
    }

    pub fn text(&self, key: &str) -> &str {
        &self.0[key]
    }

    /// Returns the value as a number within `range`.
    pub fn number<N>(&self, key: &str, range: RangeInclusive<N>) -> Result<N, Complaint>
    where
        N: FromStr + PartialOrd + Display,
    {
        let text = self.text(key);
        text.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| {
            format!("{key}={text}: expected a number from {} to {}", range.start(), range.end())
        })
    }

    pub fn all(&self) -> impl Iterator<Item = (&String, &String)> {
        self.0.iter()
    }
}
