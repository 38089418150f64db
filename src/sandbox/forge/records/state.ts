import type { AccountRecord } from "./account.js";
import type { AppRecord, DeliveryRecord, InstallationRecord, TokenRecord } from "./app.js";
import type { RepositoryRecord } from "./repository.js";

/**
 * All of the forge's memory outside git. It is plain data: objects, arrays, Maps, Sets, strings, numbers. A new
 * collection is one more field here and one more line in `emptyState`. An older journal without it can still be read.
 * Code that keeps a record for longer than a request or a lock must get it from its Map again before a change.
 * Otherwise the change is not saved (store/tracked-map.ts).
 */
export type State = {
  lastId: number;
  /** The previous port. Clones and bookmarks contain it. */
  port: number | null;
  app: AppRecord | null;
  readonly accounts: Map<number, AccountRecord>;
  /** Lower-case login to account id. */
  readonly logins: Map<string, number>;
  readonly tokens: Map<string, TokenRecord>;
  readonly installations: Map<number, InstallationRecord>;
  readonly repositories: Map<number, RepositoryRecord>;
  /** Lower-case `owner/name` to repository id. Former names stay as redirects. */
  readonly repositoryNames: Map<string, number>;
  readonly deliveries: Map<number, DeliveryRecord>;
};

export function emptyState(): State {
  return {
    lastId: 1000,
    port: null,
    app: null,
    accounts: new Map(),
    logins: new Map(),
    tokens: new Map(),
    installations: new Map(),
    repositories: new Map(),
    repositoryNames: new Map(),
    deliveries: new Map(),
  };
}
