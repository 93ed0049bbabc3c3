//! Setting labels and annotations, whether they are there or not.

use cobra::{Command, Failure, Invocation, Io};
use serde_json::Value;

use crate::kustomize::kustomization_file::rewrite;
use crate::kustomize::pairs;

pub(super) static LABEL: Command<()> = Command::new(
    "label",
    "Sets one or more commonLabels in kustomization.yaml",
)
.example("\n		set label {labelKey1:labelValue1} {labelKey2:labelValue2}")
.run(|invocation, _, io| set("commonLabels", "label", invocation, io));

pub(super) static ANNOTATION: Command<()> = Command::new(
    "annotation",
    "Sets one or more commonAnnotations in kustomization.yaml",
)
.example("\n		set annotation {annotationKey1:annotationValue1} {annotationKey2:annotationValue2}")
.run(|invocation, _, io| set("commonAnnotations", "annotation", invocation, io));

fn set(
    field: &str,
    what: &str,
    invocation: &Invocation<()>,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    if invocation.args.is_empty() {
        return Err(Failure::new(format!("must specify {what}")));
    }
    let pairs = pairs::parse(&invocation.args, what)?;
    rewrite(io, |kustomization| {
        let mut map = kustomization.map(field);
        map.extend(
            pairs
                .into_iter()
                .map(|(key, value)| (key, Value::from(value))),
        );
        kustomization.set(field, Value::Object(map));
        Ok(())
    })
}
