/** The App's installation on an account: created, suspended, changed and removed. */
import type { Acting } from "../../context.js";
import type { Hub } from "../../hub.js";
import { coversRepository, fullName, theAccount, theApp } from "../../lookup.js";
import { nodeId } from "../../node-id.js";
import type { AccountRecord } from "../../records/account.js";
import type { InstallationRecord } from "../../records/app.js";
import type { RepositoryRecord } from "../../records/repository.js";
import { simpleUser } from "../../resources/account.js";
import { installationJson } from "../../resources/app.js";
import { publishToApp } from "../../webhooks/events.js";

export function installApp(
  hub: Hub,
  acting: Acting,
  on: { readonly account: AccountRecord; readonly repositories: readonly RepositoryRecord[] | "all" },
): InstallationRecord {
  const app = theApp(hub.state);
  const now = hub.now();
  const { account, repositories } = on;
  const installation: InstallationRecord = {
    id: hub.nextId(),
    accountId: account.id,
    repositorySelection: repositories === "all" ? "all" : "selected",
    repositoryIds: repositories === "all" ? [] : repositories.map(({ id }) => id),
    permissions: app.permissions,
    events: app.events,
    createdAt: now,
    updatedAt: now,
    suspendedAt: null,
    suspendedById: null,
  };
  hub.state.installations.set(installation.id, installation);
  announceInstallation(hub, acting, installation, "created");
  return installation;
}

export function uninstallApp(hub: Hub, acting: Acting, installation: InstallationRecord): void {
  announceInstallation(hub, acting, installation, "deleted");
  hub.state.installations.delete(installation.id);
}

export function setSuspended(hub: Hub, acting: Acting, installation: InstallationRecord, suspended: boolean): void {
  installation.suspendedAt = suspended ? hub.now() : null;
  installation.suspendedById = suspended ? acting.user.id : null;
  announceInstallation(hub, acting, installation, suspended ? "suspend" : "unsuspend");
}

type InstallationAction = "created" | "deleted" | "suspend" | "unsuspend";

function announceInstallation(
  hub: Hub,
  acting: Acting,
  installation: InstallationRecord,
  action: InstallationAction,
): void {
  const repositories = repositoriesOf(hub, installation).map((repository) => briefRepository(hub, repository));
  const requester = action === "created" ? { requester: null } : {};
  const payload = { installation: installationJson(hub, installation), repositories, ...requester };
  publishToApp(hub, acting, { name: "installation", action, installation, payload });
}

export function repositoriesOf(hub: Hub, installation: InstallationRecord): RepositoryRecord[] {
  if (installation.repositorySelection === "selected") {
    return installation.repositoryIds.flatMap((id) => hub.state.repositories.get(id) ?? []);
  }
  return [...hub.state.repositories.values()].filter((repository) => coversRepository(installation, repository));
}

/** `installation_repositories`: the repositories that the App gained or lost. */
export function announceRepositories(
  hub: Hub,
  acting: Acting,
  change: {
    readonly installation: InstallationRecord;
    readonly action: "added" | "removed";
    readonly repositories: readonly RepositoryRecord[];
  },
): void {
  const { installation, action, repositories } = change;
  const changed = repositories.map((repository) => briefRepository(hub, repository));
  publishToApp(hub, acting, {
    name: "installation_repositories",
    action,
    installation,
    payload: {
      installation: installationJson(hub, installation),
      repository_selection: installation.repositorySelection,
      repositories_added: action === "added" ? changed : [],
      repositories_removed: action === "removed" ? changed : [],
      requester: simpleUser(hub, theAccount(hub.state, acting.user.id)),
    },
  });
}

function briefRepository(hub: Hub, repository: RepositoryRecord) {
  return {
    id: repository.id,
    node_id: nodeId("Repository", repository.id),
    name: repository.name,
    full_name: fullName(hub.state, repository),
    private: repository.private,
  };
}
