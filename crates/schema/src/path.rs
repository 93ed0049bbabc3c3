use crate::definition::{Definition, Form, Shape};

/// A step down into a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step<'a> {
    /// Into an object's field or a map's value.
    Key(&'a str),
    /// Into any item of a list.
    Item,
}

/// Walks from a definition along the steps and returns the shape there.
///
/// Nothing is found below a value of free form, nor where a name is not a field.
#[must_use]
pub fn walk(root: &'static Definition, steps: &[Step<'_>]) -> Option<Shape> {
    let (first, rest) = steps.split_first()?;
    let Step::Key(name) = first else { return None };
    let mut shape = root.field(name)?.shape;
    for step in rest {
        shape = match (step, shape) {
            (Step::Item, Shape::List(element)) | (Step::Key(_), Shape::Map(element)) => *element,
            (Step::Key(name), shape) => {
                let definition = shape.definition()?;
                if definition.form != Form::Object {
                    return None;
                }
                definition.field(name)?.shape
            }
            (Step::Item, _) => return None,
        };
    }
    Some(shape)
}

#[cfg(test)]
mod tests {
    use apimachinery::Gvk;

    use super::*;
    use crate::definition::kind;

    #[test]
    fn walks_into_lists_maps_and_nothing_else() {
        let deployment = kind(&Gvk::new("apps", "v1", "Deployment")).unwrap();
        let image = ["spec", "template", "spec", "containers"].map(Step::Key);
        let image = [&image[..], &[Step::Item, Step::Key("image")]].concat();
        assert!(matches!(walk(deployment, &image), Some(Shape::String)));
        let label = ["metadata", "labels", "any"].map(Step::Key);
        assert!(matches!(walk(deployment, &label), Some(Shape::String)));
        assert!(walk(deployment, &["spec", "replica"].map(Step::Key)).is_none());
    }
}
