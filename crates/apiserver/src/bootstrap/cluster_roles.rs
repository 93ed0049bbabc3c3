//! The cluster roles that every cluster has, as data: those for people, and those of what usually runs beside the server.

const READ: &[&str] = &["get", "list", "watch"];
const WRITE: &[&str] = &["create", "delete", "deletecollection", "patch", "update"];
const ALL: &[&str] = &[
    "create",
    "delete",
    "deletecollection",
    "get",
    "list",
    "patch",
    "update",
    "watch",
];
const GET: &[&str] = &["get"];
const CREATE: &[&str] = &["create"];
const ANY: &[&str] = &["*"];

/// A cluster role.
pub(super) struct ClusterRole {
    pub(super) name: &'static str,
    /// The roles that take in its rules: `view` for the label `rbac.authorization.k8s.io/aggregate-to-view`.
    pub(super) aggregated_to: &'static [&'static str],
    /// Whether its own rules are those of the roles that are aggregated to it.
    pub(super) aggregates: bool,
    pub(super) rules: &'static [Rule],
}

/// What a role allows.
pub(super) enum Rule {
    /// Verbs on resources of a group.
    Resources(
        &'static [&'static str],
        &'static str,
        &'static [&'static str],
    ),
    /// Verbs on paths.
    Paths(&'static [&'static str], &'static [&'static str]),
}

use Rule::{Paths, Resources};

/// A cluster role of its own rules.
const fn role(name: &'static str, rules: &'static [Rule]) -> ClusterRole {
    ClusterRole {
        name,
        aggregated_to: &[],
        aggregates: false,
        rules,
    }
}

/// The cluster roles, those that aggregate others behind those.
pub(super) static CLUSTER_ROLES: &[ClusterRole] = &[
    role(
        "cluster-admin",
        &[Resources(ANY, "*", &["*"]), Paths(ANY, &["*"])],
    ),
    role(
        "system:discovery",
        &[Paths(
            GET,
            &[
                "/api",
                "/api/*",
                "/apis",
                "/apis/*",
                "/healthz",
                "/livez",
                "/openapi",
                "/openapi/*",
                "/readyz",
                "/version",
                "/version/",
            ],
        )],
    ),
    role(
        "system:public-info-viewer",
        &[Paths(
            GET,
            &["/healthz", "/livez", "/readyz", "/version", "/version/"],
        )],
    ),
    role(
        "system:basic-user",
        &[
            Resources(
                CREATE,
                "authorization.k8s.io",
                &["selfsubjectaccessreviews", "selfsubjectrulesreviews"],
            ),
            Resources(CREATE, "authentication.k8s.io", &["selfsubjectreviews"]),
        ],
    ),
    role(
        "system:monitoring",
        &[Paths(
            GET,
            &[
                "/healthz",
                "/healthz/*",
                "/livez",
                "/livez/*",
                "/metrics",
                "/metrics/slis",
                "/readyz",
                "/readyz/*",
            ],
        )],
    ),
    role(
        "system:auth-delegator",
        &[
            Resources(CREATE, "authentication.k8s.io", &["tokenreviews"]),
            Resources(CREATE, "authorization.k8s.io", &["subjectaccessreviews"]),
        ],
    ),
    role(
        "system:kube-dns",
        &[Resources(
            &["list", "watch"],
            "",
            &["endpoints", "services"],
        )],
    ),
    role(
        "system:kubelet-api-admin",
        &[
            Resources(READ, "", &["nodes"]),
            Resources(&["proxy"], "", &["nodes"]),
            Resources(
                ANY,
                "",
                &[
                    "nodes/log",
                    "nodes/metrics",
                    "nodes/proxy",
                    "nodes/spec",
                    "nodes/stats",
                ],
            ),
        ],
    ),
    role(
        "system:node-problem-detector",
        &[
            Resources(GET, "", &["nodes"]),
            Resources(&["patch"], "", &["nodes/status"]),
            Resources(&["create", "patch", "update"], "", &["events"]),
            Resources(&["create", "patch", "update"], "events.k8s.io", &["events"]),
        ],
    ),
    role(
        "system:persistent-volume-provisioner",
        &[
            Resources(
                &["create", "delete", "get", "list", "watch"],
                "",
                &["persistentvolumes"],
            ),
            Resources(
                &["get", "list", "update", "watch"],
                "",
                &["persistentvolumeclaims"],
            ),
            Resources(READ, "storage.k8s.io", &["storageclasses"]),
            Resources(&["watch"], "", &["events"]),
            Resources(&["create", "patch", "update"], "", &["events"]),
        ],
    ),
    ClusterRole {
        name: "system:aggregate-to-view",
        aggregated_to: &["view"],
        aggregates: false,
        rules: VIEW,
    },
    ClusterRole {
        name: "system:aggregate-to-edit",
        aggregated_to: &["edit"],
        aggregates: false,
        rules: EDIT,
    },
    ClusterRole {
        name: "system:aggregate-to-admin",
        aggregated_to: &["admin"],
        aggregates: false,
        rules: &[
            Resources(
                CREATE,
                "authorization.k8s.io",
                &["localsubjectaccessreviews"],
            ),
            Resources(ALL, "rbac.authorization.k8s.io", &["rolebindings", "roles"]),
        ],
    },
    ClusterRole {
        name: "view",
        aggregated_to: &["edit"],
        aggregates: true,
        rules: &[],
    },
    ClusterRole {
        name: "edit",
        aggregated_to: &["admin"],
        aggregates: true,
        rules: &[],
    },
    ClusterRole {
        name: "admin",
        aggregated_to: &[],
        aggregates: true,
        rules: &[],
    },
];

const VIEW: &[Rule] = &[
    Resources(
        READ,
        "",
        &[
            "configmaps",
            "endpoints",
            "persistentvolumeclaims",
            "persistentvolumeclaims/status",
            "pods",
            "replicationcontrollers",
            "replicationcontrollers/scale",
            "serviceaccounts",
            "services",
            "services/status",
        ],
    ),
    Resources(
        READ,
        "",
        &[
            "bindings",
            "events",
            "limitranges",
            "namespaces/status",
            "pods/log",
            "pods/status",
            "replicationcontrollers/status",
            "resourcequotas",
            "resourcequotas/status",
        ],
    ),
    Resources(READ, "", &["namespaces"]),
    Resources(READ, "events.k8s.io", &["events"]),
    Resources(READ, "discovery.k8s.io", &["endpointslices"]),
    Resources(
        READ,
        "apps",
        &[
            "controllerrevisions",
            "daemonsets",
            "daemonsets/status",
            "deployments",
            "deployments/scale",
            "deployments/status",
            "replicasets",
            "replicasets/scale",
            "replicasets/status",
            "statefulsets",
            "statefulsets/scale",
            "statefulsets/status",
        ],
    ),
    Resources(
        READ,
        "autoscaling",
        &[
            "horizontalpodautoscalers",
            "horizontalpodautoscalers/status",
        ],
    ),
    Resources(
        READ,
        "batch",
        &["cronjobs", "cronjobs/status", "jobs", "jobs/status"],
    ),
    Resources(
        READ,
        "extensions",
        &[
            "daemonsets",
            "daemonsets/status",
            "deployments",
            "deployments/scale",
            "deployments/status",
            "ingresses",
            "ingresses/status",
            "networkpolicies",
            "replicasets",
            "replicasets/scale",
            "replicasets/status",
            "replicationcontrollers/scale",
        ],
    ),
    Resources(
        READ,
        "policy",
        &["poddisruptionbudgets", "poddisruptionbudgets/status"],
    ),
    Resources(
        READ,
        "networking.k8s.io",
        &["ingresses", "ingresses/status", "networkpolicies"],
    ),
    Resources(
        READ,
        "resource.k8s.io",
        &[
            "resourceclaims",
            "resourceclaims/status",
            "resourceclaimtemplates",
        ],
    ),
];

const EDIT: &[Rule] = &[
    Resources(
        READ,
        "",
        &[
            "pods/attach",
            "pods/exec",
            "pods/portforward",
            "pods/proxy",
            "secrets",
            "services/proxy",
        ],
    ),
    Resources(&["impersonate"], "", &["serviceaccounts"]),
    Resources(
        WRITE,
        "",
        &[
            "pods",
            "pods/attach",
            "pods/exec",
            "pods/portforward",
            "pods/proxy",
        ],
    ),
    Resources(CREATE, "", &["pods/eviction"]),
    Resources(
        WRITE,
        "",
        &[
            "configmaps",
            "events",
            "persistentvolumeclaims",
            "replicationcontrollers",
            "replicationcontrollers/scale",
            "secrets",
            "serviceaccounts",
            "services",
            "services/proxy",
        ],
    ),
    Resources(CREATE, "", &["serviceaccounts/token"]),
    Resources(
        WRITE,
        "apps",
        &[
            "daemonsets",
            "deployments",
            "deployments/rollback",
            "deployments/scale",
            "replicasets",
            "replicasets/scale",
            "statefulsets",
            "statefulsets/scale",
        ],
    ),
    Resources(WRITE, "autoscaling", &["horizontalpodautoscalers"]),
    Resources(WRITE, "batch", &["cronjobs", "jobs"]),
    Resources(
        WRITE,
        "extensions",
        &[
            "daemonsets",
            "deployments",
            "deployments/rollback",
            "deployments/scale",
            "ingresses",
            "networkpolicies",
            "replicasets",
            "replicasets/scale",
            "replicationcontrollers/scale",
        ],
    ),
    Resources(WRITE, "policy", &["poddisruptionbudgets"]),
    Resources(
        WRITE,
        "networking.k8s.io",
        &["ingresses", "networkpolicies"],
    ),
    Resources(ALL, "coordination.k8s.io", &["leases"]),
    Resources(
        WRITE,
        "resource.k8s.io",
        &["resourceclaims", "resourceclaimtemplates"],
    ),
];
