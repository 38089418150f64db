import type { AccountRecord } from "./account.js";
import type { AppRecord, DeliveryRecord, InstallationRecord, TokenRecord } from "./app.js";
import type { RepositoryRecord } from "./repository.js";

/**
 * All of the forge's memory outside git. Plain data: objects, arrays, Maps, Sets, strings, numbers. A new collection is
 * one more field here and one more line in `emptyState`; a journal that was written without it can still be read. Code that keeps a record for
 * longer than a request or a lock lasts must get it from its Map again before it changes it, or the change is not saved
 * (store/tracked-map.ts).
 */
export type State = {
  lastId: number;
  /** Where it listened last: clones and bookmarks name it. */
  port: number | null;
  app: AppRecord | null;
  readonly accounts: Map<number, AccountRecord>;
  /** Lower-case login to account id. */
  readonly logins: Map<string, number>;
  readonly tokens: Map<string, TokenRecord>;
  readonly installations: Map<number, InstallationRecord>;
  readonly repositories: Map<number, RepositoryRecord>;
  /** Lower-case `owner/name` to repository id; former names stay, as redirects. */
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
