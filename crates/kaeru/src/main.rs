//! The `kaeru` binary: picks a front end by the name it was called by or by its first argument.

mod cli;
mod commands;
mod failure;
mod front_end;
mod kustomize;
mod lab;
mod streams;

use std::process::ExitCode;

use front_end::FrontEnd;
use mimalloc::MiMalloc;

/// A cluster is made of small allocations: with the C library's allocator it takes half as much time again. Without huge pages, which a command
/// that soon ends would only have cleared for it.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    let mut args = std::env::args_os().map(|arg| arg.to_string_lossy().into_owned());
    let program = args.next().unwrap_or_default();
    let args: Vec<String> = args.collect();
    let mut io = streams::standard();
    let code = match FrontEnd::choose(&program, &args) {
        Some((front_end, args)) => front_end.run(args, &mut io),
        None => cli::run(&args, &mut io),
    };
    ExitCode::from(code)
}
