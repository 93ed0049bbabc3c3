//! Rules for positional arguments.

use crate::Site;

/// How many arguments a command takes.
#[derive(Debug)]
pub enum Args<C: 'static> {
    /// Any number.
    Arbitrary,
    /// None; a word is taken for a command that does not exist.
    None,
    /// So many.
    Exact(usize),
    /// So many or more.
    Minimum(usize),
    /// So many or fewer.
    Maximum(usize),
    /// Between so many and so many.
    Range(usize, usize),
    /// The front end's own rule; it refuses with the whole message.
    Custom(fn(&Site<'_, C>, &[String]) -> Result<(), String>),
}

impl<C: 'static> Args<C> {
    pub(crate) fn check(&self, site: &Site<'_, C>, args: &[String]) -> Result<(), String> {
        let given = args.len();
        match *self {
            Args::Arbitrary => Ok(()),
            Args::None => match args.first() {
                Some(word) => Err(format!(
                    "unknown command {word:?} for {:?}",
                    site.command_path()
                )),
                None => Ok(()),
            },
            Args::Exact(count) if given != count => {
                Err(format!("accepts {count} arg(s), received {given}"))
            }
            Args::Minimum(count) if given < count => Err(format!(
                "requires at least {count} arg(s), only received {given}"
            )),
            Args::Maximum(count) if given > count => {
                Err(format!("accepts at most {count} arg(s), received {given}"))
            }
            Args::Range(low, high) if given < low || given > high => Err(format!(
                "accepts between {low} and {high} arg(s), received {given}"
            )),
            Args::Exact(_) | Args::Minimum(_) | Args::Maximum(_) | Args::Range(..) => Ok(()),
            Args::Custom(rule) => rule(site, args),
        }
    }
}
