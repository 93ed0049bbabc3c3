"""Makes, lists, watches, patches and deletes objects with the Python client; the kubeconfig is its argument."""

import sys

from kubernetes import client, config, watch

GROUP = dict(group="made.example", version="v1", namespace="default", plural="widgets")


def name_of(thing):
    return thing["metadata"]["name"] if isinstance(thing, dict) else thing.metadata.name


def version_of(things):
    return things["metadata"]["resourceVersion"] if isinstance(things, dict) else things.metadata.resource_version


def items_of(things):
    return things["items"] if isinstance(things, dict) else things.items


def lives(kind, name, list_all, create, patch, delete, patched):
    """One life of an object, then what a watch from before it tells of it."""
    before = version_of(list_all())
    create()
    assert name in [name_of(thing) for thing in items_of(list_all())], f"{kind} is not listed"
    assert patched(patch()), f"{kind} is not patched"
    delete()
    events = []
    for event in watch.Watch().stream(list_all, resource_version=before, timeout_seconds=60):
        if name_of(event["object"]) == name:
            events.append(event["type"])
            if event["type"] == "DELETED":
                break
    assert events[0] == "ADDED" and events[-1] == "DELETED" and "MODIFIED" in events, f"{kind}: {events}"
    print(f"{kind}: {events[0]} {events[1]} {events[-1]}")


def deployment():
    apps = client.AppsV1Api()
    container = client.V1Container(name="app", image="nginx:1.25")
    template = client.V1PodTemplateSpec(
        metadata=client.V1ObjectMeta(labels={"app": "snake"}), spec=client.V1PodSpec(containers=[container])
    )
    spec = client.V1DeploymentSpec(
        replicas=1, selector=client.V1LabelSelector(match_labels={"app": "snake"}), template=template
    )
    body = client.V1Deployment(metadata=client.V1ObjectMeta(name="snake"), spec=spec)
    lives(
        "Deployment",
        "snake",
        lambda **options: apps.list_namespaced_deployment("default", **options),
        lambda: apps.create_namespaced_deployment("default", body),
        lambda: apps.patch_namespaced_deployment("snake", "default", {"spec": {"replicas": 2}}),
        lambda: apps.delete_namespaced_deployment("snake", "default"),
        lambda deployment: deployment.spec.replicas == 2,
    )


def widget():
    custom = client.CustomObjectsApi()
    body = {"apiVersion": "made.example/v1", "kind": "Widget", "metadata": {"name": "snake"}, "spec": {"size": 1}}
    lives(
        "Widget",
        "snake",
        lambda **options: custom.list_namespaced_custom_object(**GROUP, **options),
        lambda: custom.create_namespaced_custom_object(**GROUP, body=body),
        lambda: custom.patch_namespaced_custom_object(**GROUP, name="snake", body={"spec": {"size": 2}}),
        lambda: custom.delete_namespaced_custom_object(**GROUP, name="snake"),
        lambda widget: widget["spec"]["size"] == 2,
    )


config.load_kube_config(sys.argv[1])
deployment()
widget()
