//! `huarong json`: prints the JSON Schema of `--json`.

use super::prelude::*;

/// The schema of every output.
const SCHEMA: &str = include_str!("schema.json");

#[derive(Args)]
#[command(after_help = "\
Examples:
  huarong json > huarong.schema.json
  huarong solve heng-dao-li-ma --json | jq .length

Exit status: 0 done, 2 wrong usage.")]
pub struct JsonArgs {}

pub fn run(_: &JsonArgs, out: &mut dyn Write) -> Result<Exit> {
    out.write_all(SCHEMA.as_bytes())?;
    Ok(Exit::Done)
}
