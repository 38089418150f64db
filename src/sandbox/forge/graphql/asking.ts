import type { Caller } from "../context.js";
import type { GitRepository } from "../git/git-repository.js";
import type { Permission } from "../http/access.js";
import { checkRepositoryAccess } from "../http/access.js";
import type { RateCounter } from "../http/rate-limit.js";
import type { Hub } from "../hub.js";
import type { RepositoryRecord } from "../records/repository.js";
import type { RepositoryFields } from "./nodes/repository-node.js";

/** One GraphQL request: who asks, and from when on its webhooks may leave. */
export type Asking = {
  readonly hub: Hub;
  readonly caller: Caller;
  readonly rates: RateCounter;
  readonly responded: Promise<void>;
};

/** A repository the asker can see; everything in it is shown from here. */
export type Place = {
  readonly asking: Asking;
  readonly hub: Hub;
  readonly repository: RepositoryRecord;
  readonly git: GitRepository;
  /** The repository itself, for the many fields named `repository`. */
  readonly shown: () => RepositoryFields;
};

/** Refuses an App whose token lacks the permission that the REST route of the same thing needs. */
export function requireRead({ asking, repository }: Place, ...permissions: readonly Permission[]): void {
  checkRepositoryAccess(asking.hub, asking.caller, { repository, access: { permissions, role: "read" }, reads: true });
}
