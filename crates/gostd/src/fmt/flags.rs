/// What stands between `%` and the verb.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Flags {
    pub(super) minus: bool,
    pub(super) plus: bool,
    pub(super) sharp: bool,
    pub(super) space: bool,
    pub(super) zero: bool,
    /// `+` before `v`: field names of structs.
    pub(super) plus_v: bool,
    /// `#` before `v`: Go syntax.
    pub(super) sharp_v: bool,
    pub(super) width: Option<usize>,
    pub(super) precision: Option<usize>,
}

impl Flags {
    /// For `v` the flags `+` and `#` mean something else than for the other verbs.
    pub(super) fn for_verb(mut self, verb: char) -> Self {
        if verb == 'v' {
            self.sharp_v = std::mem::take(&mut self.sharp);
            self.plus_v = std::mem::take(&mut self.plus);
        }
        self
    }
}
