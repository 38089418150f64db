import type { Hub } from "../hub.js";
import { theAccount, theApp } from "../lookup.js";
import { nodeId } from "../node-id.js";
import type { DeliveryRecord, InstallationRecord, Permissions } from "../records/app.js";
import { simpleUser } from "./account.js";
import type { Schema } from "./schemas.js";

/** Larger than every id of the forge. */
const STRANGE_APP_ID = 999_999_999;

/** Permissions are stored as plain strings. GitHub's type lists every name. */
export function permissionsJson(permissions: Permissions): Schema<"app-permissions"> {
  return { metadata: "read", ...permissions } as Schema<"app-permissions">;
}

export function integration(hub: Hub): NonNullable<Schema<"integration">> {
  const app = theApp(hub.state);
  return {
    id: app.id,
    slug: app.slug,
    node_id: nodeId("App", app.id),
    client_id: app.clientId,
    owner: simpleUser(hub, theAccount(hub.state, app.ownerId)),
    name: app.name,
    description: "",
    external_url: hub.urls.html("/"),
    html_url: hub.urls.html(`/apps/${app.slug}`),
    created_at: app.createdAt,
    updated_at: app.createdAt,
    permissions: permissionsJson(app.permissions) as NonNullable<Schema<"integration">>["permissions"],
    events: app.events,
    installations_count: hub.state.installations.size,
  };
}

/** `performed_via_github_app`: the App itself, or another App that acted for a person. */
export function viaApp(
  hub: Hub,
  done: { readonly viaApp: boolean; readonly throughApp?: string },
): Schema<"integration"> | null {
  if (done.viaApp) return integration(hub);
  return done.throughApp === undefined ? null : strangeIntegration(hub, done.throughApp);
}

/** An App that is not registered here. The forge only knows its name. */
function strangeIntegration(hub: Hub, slug: string): NonNullable<Schema<"integration">> {
  const { client_id: _own, ...known } = integration(hub);
  const id = STRANGE_APP_ID;
  return { ...known, id, slug, name: slug, node_id: nodeId("App", id), html_url: hub.urls.html(`/apps/${slug}`) };
}

export function installationJson(hub: Hub, installation: InstallationRecord): Schema<"installation"> {
  const app = theApp(hub.state);
  const account = theAccount(hub.state, installation.accountId);
  const suspendedBy = installation.suspendedById;
  return {
    id: installation.id,
    account: simpleUser(hub, account),
    repository_selection: installation.repositorySelection,
    access_tokens_url: hub.urls.api(`/app/installations/${installation.id}/access_tokens`),
    repositories_url: hub.urls.api("/installation/repositories"),
    html_url: hub.urls.html(`/organizations/${account.login}/settings/installations/${installation.id}`),
    app_id: app.id,
    app_slug: app.slug,
    client_id: app.clientId,
    target_id: account.id,
    target_type: account.type,
    permissions: permissionsJson(installation.permissions),
    events: installation.events,
    created_at: installation.createdAt,
    updated_at: installation.updatedAt,
    single_file_name: null,
    has_multiple_single_files: false,
    single_file_paths: [],
    suspended_by: suspendedBy === null ? null : simpleUser(hub, theAccount(hub.state, suspendedBy)),
    suspended_at: installation.suspendedAt,
  };
}

export function deliveryItem(delivery: DeliveryRecord) {
  return {
    id: delivery.id,
    guid: delivery.guid,
    delivered_at: delivery.deliveredAt ?? delivery.createdAt,
    redelivery: delivery.redelivery,
    duration: delivery.durationSeconds,
    status: delivery.status,
    status_code: delivery.statusCode,
    event: delivery.event,
    action: delivery.action,
    installation_id: delivery.installationId,
    repository_id: delivery.repositoryId,
    throttled_at: null,
  } satisfies Schema<"hook-delivery-item">;
}

export function deliveryJson(hub: Hub, delivery: DeliveryRecord): Schema<"hook-delivery"> {
  return {
    ...deliveryItem(delivery),
    url: theApp(hub.state).webhookUrl ?? "",
    request: { headers: delivery.requestHeaders, payload: JSON.parse(delivery.body) },
    response: { headers: delivery.responseHeaders, payload: delivery.responseBody },
  };
}
