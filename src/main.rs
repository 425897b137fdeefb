//! The command `huarong`.

use std::process::ExitCode;

fn main() -> ExitCode {
    huarong::cli::main()
}
