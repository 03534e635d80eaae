// SPDX-License-Identifier: Apache-2.0

//! The command line of a peer, its timing and its JSON.

use std::process::ExitCode;
use std::time::Instant;

use crate::problems::{Problem, ALL};
use crate::settings::{Complaint, Settings};

/// Every problem runs on the threads of the pool, including deep recursions.
const STACK_BYTES: usize = 1 << 30;

struct Measurement {
    seconds: Vec<f64>,
    cpu_seconds: Vec<f64>,
    answer: String,
    complaint: Option<Complaint>,
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn numbers(values: &[f64]) -> String {
    let texts: Vec<String> = values.iter().map(|value| format!("{value:.9}")).collect();
    format!("[{}]", texts.join(","))
}

/// Returns the processor time of all threads of this process, which includes spinning idle threads.
fn process_cpu_seconds() -> f64 {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `now` is a valid timespec that outlives the call.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut now) };
    now.tv_sec as f64 + 1e-9 * now.tv_nsec as f64
}

/// Returns the maximal resident memory of this program.
fn peak_resident_bytes() -> Result<u64, Complaint> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let kilobytes = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .and_then(|text| text.trim().trim_end_matches("kB").trim().parse::<u64>().ok());
    kilobytes
        .map(|kilobytes| kilobytes * 1024)
        .ok_or_else(|| "/proc/self/status does not say how much memory was resident".to_string())
}

/// The first run is not timed: it faults in the memory and wakes the threads.
fn measure(problem: &mut dyn Problem, pool: &rayon::ThreadPool, repetitions: u32) -> Measurement {
    let mut result = Measurement {
        seconds: Vec::new(),
        cpu_seconds: Vec::new(),
        answer: String::new(),
        complaint: None,
    };
    for repetition in 0..=repetitions {
        problem.reset();
        let cpu_before = process_cpu_seconds();
        let before = Instant::now();
        pool.install(|| problem.run());
        let elapsed = before.elapsed();
        let cpu_after = process_cpu_seconds();
        if repetition > 0 {
            result.seconds.push(elapsed.as_secs_f64());
            result.cpu_seconds.push(cpu_after - cpu_before);
        }
        result.answer = problem.answer();
        result.complaint = problem.verify().err();
        if result.complaint.is_some() {
            break;
        }
    }
    result
}

fn print_report(
    name: &str,
    workers: usize,
    settings: &Settings,
    result: &Measurement,
) -> Result<(), Complaint> {
    let peak_rss_bytes = peak_resident_bytes()?;
    let parameters: Vec<String> =
        settings.all().map(|(key, value)| format!("{}:{}", quoted(key), quoted(value))).collect();
    let complaint = match &result.complaint {
        Some(complaint) => format!(",\"complaint\":{}", quoted(complaint)),
        None => String::new(),
    };
    println!(
        "{{\"peer\":\"rayon\",\"version\":{},\"workload\":{},\"workers\":{},\"parameters\":{{{}}},\
         \"verified\":{}{},\"answer\":{},\"seconds\":{},\"cpu_seconds\":{},\"peak_rss_bytes\":{}}}",
        quoted(env!("PEER_VERSION")),
        quoted(name),
        workers,
        parameters.join(","),
        result.complaint.is_none(),
        complaint,
        quoted(&result.answer),
        numbers(&result.seconds),
        numbers(&result.cpu_seconds),
        peak_rss_bytes,
    );
    Ok(())
}

fn run(words: &[String]) -> Result<ExitCode, Complaint> {
    let name = words.first().ok_or("run: expected a workload")?;
    let kind = ALL
        .iter()
        .find(|kind| kind.name == name)
        .ok_or_else(|| format!("no workload '{name}'; 'peer-rayon list' prints those there are"))?;
    let mut settings = Settings::new(kind.defaults);
    let mut options = Settings::new(&[("--workers", "1"), ("--repeat", "3")]);
    for option in words[1..].chunks(2) {
        let value = option.get(1).ok_or_else(|| format!("{}: expected a value", option[0]))?;
        if option[0] == "--set" {
            settings.set(value)?;
        } else {
            options.set(&format!("{}={}", option[0], value))?;
        }
    }
    let workers = options.number("--workers", 1..=4096)?;
    let repetitions = options.number("--repeat", 1..=1_000_000)?;
    let mut problem = (kind.prepare)(&settings)?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(workers)
        .stack_size(STACK_BYTES)
        .build()
        .map_err(|error| error.to_string())?;
    let result = measure(problem.as_mut(), &pool, repetitions);
    print_report(kind.name, workers, &settings, &result)?;
    Ok(if result.complaint.is_none() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

pub fn peer_main(words: &[String]) -> Result<ExitCode, Complaint> {
    match words.first().map(String::as_str) {
        Some("list") => {
            ALL.iter().for_each(|kind| println!("{}", kind.name));
            Ok(ExitCode::SUCCESS)
        }
        Some("--describe") => {
            let (version, compiler) = (quoted(env!("PEER_VERSION")), quoted(env!("PEER_COMPILER")));
            println!("{{\"peer\":\"rayon\",\"version\":{version},\"compiler\":{compiler}}}");
            Ok(ExitCode::SUCCESS)
        }
        Some("run") => run(&words[1..]),
        _ => Err("expected 'list', '--describe' or 'run WORKLOAD [--workers N] [--repeat R] \
                  [--set key=value]...'"
            .to_string()),
    }
}
