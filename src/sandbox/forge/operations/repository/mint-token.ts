/** Installation tokens: valid for one hour, never wider than the installation, narrower on request. */

import { instant } from "../../clock.js";
import { grants } from "../../http/access.js";
import { unprocessable } from "../../http/errors.js";
import { newInstallationToken, newJobToken } from "../../http/tokens.js";
import type { Hub } from "../../hub.js";
import { theApp } from "../../lookup.js";
import type { InstallationRecord, Permissions, TokenRecord } from "../../records/app.js";
import type { RepositoryRecord } from "../../records/repository.js";
import { repositoriesOf } from "./install-app.js";

const LIFETIME_MS = 3_600_000;
/** GitHub's limit on the repositories of one token. */
const MAX_REPOSITORIES = 500;

export type Narrowing = {
  readonly names?: readonly string[] | undefined;
  readonly ids?: readonly number[] | undefined;
  readonly permissions?: Permissions | undefined;
};

export type MintedToken = {
  readonly token: string;
  readonly record: Extract<TokenRecord, { kind: "installation" }>;
  readonly repositories: readonly RepositoryRecord[] | null;
};

export function mintInstallationToken(hub: Hub, installation: InstallationRecord, narrowing: Narrowing): MintedToken {
  const repositories = narrowRepositories(hub, installation, narrowing);
  const record = {
    kind: "installation",
    installationId: installation.id,
    permissions: narrowPermissions(installation.permissions, narrowing.permissions),
    repositoryIds: repositories?.map(({ id }) => id) ?? null,
    expiresAt: instant(hub.clock() + LIFETIME_MS),
  } as const;
  const token = newInstallationToken(theApp(hub.state).id);
  hub.state.tokens.set(token, record);
  return { token, record, repositories };
}

/** The token of one Actions job: one repository, with the permissions of its workflow. */
export function mintJobToken(
  hub: Hub,
  job: { readonly repository: RepositoryRecord; readonly runId: number; readonly permissions: Permissions },
): string {
  const token = newJobToken();
  const expiresAt = instant(hub.clock() + LIFETIME_MS);
  const { runId, permissions } = job;
  hub.state.tokens.set(token, { kind: "job", repositoryId: job.repository.id, runId, permissions, expiresAt });
  hub.changed();
  return token;
}

function narrowRepositories(
  hub: Hub,
  installation: InstallationRecord,
  { names, ids }: Narrowing,
): RepositoryRecord[] | null {
  if (names === undefined && ids === undefined) return null;
  const reachable = repositoriesOf(hub, installation);
  const requested = [
    ...(names ?? []).map((name) =>
      reachable.find((repository) => repository.name.toLowerCase() === name.toLowerCase()),
    ),
    ...(ids ?? []).map((id) => reachable.find((repository) => repository.id === id)),
  ];
  const found = requested.filter((repository) => repository !== undefined);
  if (found.length !== requested.length || found.length > MAX_REPOSITORIES) {
    throw unprocessable(
      "There is at least one repository that does not exist or is not accessible to the parent installation.",
    );
  }
  return found;
}

function narrowPermissions(held: Permissions, requested: Permissions | undefined): Permissions {
  if (requested === undefined) return held;
  const tooMuch = Object.entries(requested).some(([name, level]) => !grants(held, `${name}:${level}`));
  if (tooMuch) throw unprocessable("The permissions requested are not granted to this installation.");
  return requested;
}
