import type { Caller } from "../context.js";
import type { GitRepository } from "../git/git-repository.js";
import type { Permission } from "../http/access.js";
import { checkRepositoryAccess } from "../http/access.js";
import type { RateLimit } from "../http/rate-limit.js";
import type { Hub } from "../hub.js";
import type { RepositoryRecord } from "../records/repository.js";
import type { RepositoryFields } from "./nodes/repository-node.js";
import type { QueryCost } from "./query-cost.js";

/** One GraphQL request: its caller, and the promise after which its webhooks may be sent. */
export type Asking = {
  readonly hub: Hub;
  readonly caller: Caller;
  /** What the question costs, and what it leaves of the hour. */
  readonly cost: QueryCost;
  readonly rate: RateLimit;
  readonly responded: Promise<void>;
  /** The refs that an earlier field of the same document made. */
  readonly madeRefs: Set<string>;
};

/** A repository that the caller can see. */
export type Place = {
  readonly asking: Asking;
  readonly hub: Hub;
  readonly repository: RepositoryRecord;
  readonly git: GitRepository;
  /** The repository's node, for the many fields named `repository`. */
  readonly shown: () => RepositoryFields;
};

/** Refuses an App whose token lacks the permission that the corresponding REST route needs. */
export function requireRead({ asking, repository }: Place, ...permissions: readonly Permission[]): void {
  checkRepositoryAccess(asking.hub, asking.caller, { repository, access: { permissions, role: "read" }, reads: true });
}
