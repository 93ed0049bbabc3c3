//! Following objects by watches.

use std::time::Duration;

use cliruntime::{ApiError, Query, Rest, Watch};
use futures::StreamExt;
use futures::stream::FuturesUnordered;
use serde_json::Value;

use super::Readiness;
use crate::resources::Resource;

/// How long to leave a server alone whose watches end at once.
const PAUSE: Duration = Duration::from_millis(200);

/// The objects of one collection, and how they are watched.
struct Group<'a> {
    collection: String,
    members: Vec<(usize, &'a Resource)>,
    watch: Option<Watch>,
}

/// What became of members of a group: their positions, and the objects where they are there.
type News = Vec<(usize, Option<Value>)>;

impl Group<'_> {
    fn query(&self) -> Query {
        match self.members.as_slice() {
            [(_, only)] => {
                Query::new().with("fieldSelector", format!("metadata.name={}", only.name))
            }
            _ => Query::new(),
        }
    }

    /// Lists the members and begins to watch them.
    async fn start(&mut self, rest: &Rest) -> Result<News, ApiError> {
        let list = rest.get(&self.collection, &self.query()).await?.json()?;
        let version = list["metadata"]["resourceVersion"].as_str();
        let query = self
            .query()
            .with("watch", "true")
            .with("resourceVersion", version.unwrap_or_default());
        let items = list["items"].as_array().map(Vec::as_slice);
        let items = items.unwrap_or_default();
        let found = |name: &str| items.iter().find(|item| item["metadata"]["name"] == name);
        let news = self
            .members
            .iter()
            .map(|(position, resource)| (*position, found(&resource.name).cloned()))
            .collect();
        self.watch = Some(
            rest.watch(&self.collection, &query, "application/json")
                .await?,
        );
        Ok(news)
    }

    /// Waits for the next news; lists anew after a watch has ended.
    async fn step(mut self, rest: &Rest) -> Result<(Self, News), ApiError> {
        let Some(watch) = &mut self.watch else {
            let news = self.start(rest).await?;
            return Ok((self, news));
        };
        let Ok(Some(event)) = watch.next().await else {
            self.watch = None;
            tokio::time::sleep(PAUSE).await;
            return Ok((self, Vec::new()));
        };
        let name = &event.object["metadata"]["name"];
        let member = self
            .members
            .iter()
            .find(|(_, resource)| *name == *resource.name);
        let news = match (member, event.kind.as_str()) {
            (Some((position, _)), "ADDED" | "MODIFIED") => vec![(*position, Some(event.object))],
            (Some((position, _)), "DELETED") => vec![(*position, None)],
            _ => Vec::new(),
        };
        Ok((self, news))
    }
}

/// Follows objects until `settled` says that their statuses are what was waited for.
///
/// # Errors
/// If the cluster cannot be asked.
pub(super) async fn follow(
    resources: &[Resource],
    rest: &Rest,
    statuses: &mut [Option<Readiness>],
    judge: impl Fn(&Resource, Option<&Value>) -> Option<Readiness>,
    mut settled: impl FnMut(&[Option<Readiness>]) -> bool,
) -> Result<(), ApiError> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for (position, resource) in resources.iter().enumerate() {
        let collection = resource.collection();
        match groups
            .iter_mut()
            .find(|group| group.collection == collection)
        {
            Some(group) => group.members.push((position, resource)),
            None => groups.push(Group {
                collection,
                members: vec![(position, resource)],
                watch: None,
            }),
        }
    }
    let mut steps: FuturesUnordered<_> = groups.into_iter().map(|group| group.step(rest)).collect();
    while !settled(statuses) {
        let Some(step) = steps.next().await else {
            break;
        };
        let (group, news) = step?;
        for (position, live) in news {
            statuses[position] = judge(&resources[position], live.as_ref());
        }
        steps.push(group.step(rest));
    }
    Ok(())
}
