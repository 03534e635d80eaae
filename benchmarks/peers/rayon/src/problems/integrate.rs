// SPDX-License-Identifier: Apache-2.0

//! Adaptive quadrature of x^3 + x from 0 to n: a piece is halved, each half a spawn or a call, as
//! long as that changes its area by `epsilon` or more.

use super::{shortest, Kind, Problem};
use crate::settings::{Complaint, Settings};

pub const KIND: Kind =
    Kind { name: "integrate", defaults: &[("n", "1000"), ("epsilon", "1e-10")], prepare };

struct Integrate {
    n: f64,
    epsilon: f64,
    result: f64,
}

/// An interval, with the values of the function at its ends and the area of the trapezoid.
struct Piece {
    left: f64,
    right: f64,
    at_left: f64,
    at_right: f64,
    area: f64,
}

fn prepare(settings: &Settings) -> Result<Box<dyn Problem>, Complaint> {
    let n = settings.number("n", 1.0..=1e5)?;
    let epsilon = settings.number("epsilon", 1e-12..=1.0)?;
    Ok(Box::new(Integrate { n, epsilon, result: 0.0 }))
}

fn integrand(x: f64) -> f64 {
    (x * x + 1.0) * x
}

fn integrate(whole: &Piece, epsilon: f64) -> f64 {
    let half = (whole.right - whole.left) / 2.0;
    let middle = whole.left + half;
    let at_middle = integrand(middle);
    let first = Piece {
        left: whole.left,
        right: middle,
        at_left: whole.at_left,
        at_right: at_middle,
        area: (whole.at_left + at_middle) / 2.0 * half,
    };
    let second = Piece {
        left: middle,
        right: whole.right,
        at_left: at_middle,
        at_right: whole.at_right,
        area: (at_middle + whole.at_right) / 2.0 * half,
    };
    let area = first.area + second.area;
    if (area - whole.area).abs() < epsilon {
        return area;
    }
    let (a, b) = rayon::join(|| integrate(&first, epsilon), || integrate(&second, epsilon));
    a + b
}

impl Problem for Integrate {
    fn reset(&mut self) {
        self.result = 0.0;
    }

    fn run(&mut self) {
        let (at_left, at_right) = (integrand(0.0), integrand(self.n));
        let area = (at_left + at_right) / 2.0 * self.n;
        let whole = Piece { left: 0.0, right: self.n, at_left, at_right, area };
        self.result = integrate(&whole, self.epsilon);
    }

    fn answer(&self) -> String {
        shortest(self.result)
    }

    fn verify(&mut self) -> Result<(), Complaint> {
        let exact = self.n * self.n * (self.n * self.n / 4.0 + 0.5);
        // The error of the sum is far smaller than this.
        if (self.result - exact).abs() <= 1e-8 * exact {
            Ok(())
        } else {
            Err(format!("expected about {exact}, found {}", self.result))
        }
    }
}
