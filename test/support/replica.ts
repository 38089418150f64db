/** One replica's share of the work, with services that a test provides. */

import type { JobEffect, RepositoryRef } from "../../src/engine/ports.js";
import { betweenReplicas } from "../../src/server/coordination/between-replicas.js";
import type { Coordination, Services } from "../../src/server/coordination/coordination.js";
import { type Database, openDatabase } from "../../src/server/postgres/database.js";
import { migrate } from "../../src/server/postgres/migrations.js";
import { label, NOW } from "./loop.js";

export type Replica = Coordination & {
  readonly database: Database;
  readonly warnings: string[];
  readonly errors: string[];
};

const quiet = () => {};

export async function startReplica(
  url: string,
  services: Partial<Services>,
  /** Changes how its database fails. */
  trouble: (database: Database) => Database = (database) => database,
): Promise<Replica> {
  const warnings: string[] = [];
  const errors: string[] = [];
  const database = trouble(openDatabase(url, quiet));
  await migrate(database);
  const coordination = await betweenReplicas({
    reconcile: async () => ({ kind: "settled" }),
    runJob: async () => ({ events: [], files: [] }),
    hear: async () => ({ events: [], files: [] }),
    unheard: () => ({ events: [], files: [] }),
    installed: async function* () {},
    sweepMinutes: 10,
    swept: quiet,
    saySetAside: async () => {},
    log: {
      info: quiet,
      warn: (_facts, message) => void warnings.push(message),
      error: (_facts, message) => void errors.push(message),
    },
    reasonOf: (error) => (error instanceof Error ? error.message : String(error)),
    ...services,
    database,
  });
  return { ...coordination, database, warnings, errors };
}

export function repository(id: number, installation = 1): RepositoryRef {
  return { id, installation, owner: "acme", name: `product-${id}` };
}

/** A call of the model with this key. */
export function draftJob(key: string): JobEffect {
  return {
    kind: "draft-spec",
    key,
    base: null,
    round: { number: 1, kind: "fresh", spec_blob: "a".repeat(40), feedback: [], amends: 0, started_at: NOW },
    request: { issue: 3, title: label.title, requester: "ada", lane: "full", requested_at: NOW },
  };
}

/** Work that lasts until the test ends it. */
export function held() {
  const waiting: (() => void)[] = [];
  return {
    hold: () => new Promise<void>((resolve) => waiting.push(resolve)),
    count: () => waiting.length,
    endHold: () => waiting.shift()?.(),
  };
}
