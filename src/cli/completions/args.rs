//! The arguments of `huarong completions`.

use clap::Args;
use clap_complete::Shell;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huarong completions bash > ~/.local/share/bash-completion/completions/huarong
  huarong completions zsh > ~/.zfunc/_huarong
  huarong completions fish > ~/.config/fish/completions/huarong.fish
  huarong completions powershell >> $PROFILE
  huarong completions elvish >> ~/.config/elvish/rc.elv

For zsh, the folder must be in `fpath` before `compinit` is called.

Exit status: 0 done, 2 wrong usage.")]
pub(crate) struct CompletionsArgs {
    /// The shell that is to read it
    #[arg(value_enum)]
    pub(crate) shell: Shell,
}
