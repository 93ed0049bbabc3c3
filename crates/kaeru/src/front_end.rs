//! The real tools that the binary stands in for.

use std::path::Path;

use cobra::Io;

/// A tool whose command line is followed to the byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FrontEnd {
    Kubectl,
    Helm,
    Kustomize,
}

impl FrontEnd {
    fn named(name: &str) -> Option<FrontEnd> {
        match name {
            "kubectl" => Some(FrontEnd::Kubectl),
            "helm" => Some(FrontEnd::Helm),
            "kustomize" => Some(FrontEnd::Kustomize),
            _ => None,
        }
    }

    /// Chooses by the name of the program (a link called `kubectl` is kubectl), then by the first argument; gives back the arguments that are left.
    pub(crate) fn choose<'a>(
        program: &str,
        args: &'a [String],
    ) -> Option<(FrontEnd, &'a [String])> {
        let called = Path::new(program).file_name()?.to_str()?;
        if let Some(front_end) = FrontEnd::named(called) {
            return Some((front_end, args));
        }
        let (first, rest) = args.split_first()?;
        FrontEnd::named(first).map(|front_end| (front_end, rest))
    }

    /// Runs the tool and returns its exit code.
    pub(crate) fn run(self, args: &[String], io: &mut Io<'_>) -> u8 {
        match self {
            FrontEnd::Kubectl => kubectl::run(args, io, Some(crate::kustomize::chart_engine)),
            FrontEnd::Helm => helm::run(args, io),
            FrontEnd::Kustomize => crate::kustomize::run(args, io),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_link_comes_before_the_first_argument() {
        let args = ["helm".to_owned(), "version".to_owned()];
        assert_eq!(
            FrontEnd::choose("/usr/bin/kubectl", &args),
            Some((FrontEnd::Kubectl, &args[..]))
        );
        assert_eq!(
            FrontEnd::choose("kaeru", &args),
            Some((FrontEnd::Helm, &args[1..]))
        );
        assert_eq!(FrontEnd::choose("kaeru", &args[1..]), None);
    }
}
