/** Opens the hub. It seeds a new one and restores an existing one from its journal. */
import type { Server } from "node:http";
import { join } from "node:path";
import { performOnRunner } from "../perform-on-runner.js";
import { openActionFiles } from "./action-files.js";
import { DEFAULT_EVENTS, DEFAULT_PERMISSIONS } from "./default-app.js";
import type { ForgeOptions } from "./forge.js";
import type { Interceptor } from "./http/interceptors.js";
import { listen } from "./http/listen.js";
import { createHub, type Hub } from "./hub.js";
import { theApp } from "./lookup.js";
import type { OfRun } from "./operations/actions/attempt.js";
import { recoverRuns } from "./operations/actions/recover-runs.js";
import { restoreGit } from "./operations/repository/restore-git.js";
import { PROFILES } from "./profile.js";
import type { RepositoryRecord } from "./records/repository.js";
import { plantSeed, type Seed } from "./seed.js";
import type { Store } from "./store/open-store.js";
import { createUrls } from "./urls.js";
import { createDeliveries } from "./webhooks/deliveries.js";

type Parts = {
  readonly directory: string;
  readonly store: Store;
  readonly interceptors: Interceptor[];
  readonly log: (line: string) => void;
  readonly server: Server;
};

/** The first id. Those of today do not fit into 32 bits. */
const FIRST_ID = 5_000_000_000;

/** GitHub's index of runs has been weeks behind; a day is enough to be noticed. */
const INDEX_LAG_MS = 24 * 3_600_000;

/** `waiting` are runs to queue once requests are served. */
export async function openHub(
  options: ForgeOptions,
  parts: Parts,
): Promise<{ readonly hub: Hub; readonly waiting: readonly OfRun[] }> {
  const hub = await makeHub(options, parts);
  if (hub.state.app === null) {
    hub.state.lastId = FIRST_ID - 1;
    await plantSeed(hub, seedOf(options));
  }
  if (options.webhookUrl !== undefined) theApp(hub.state).webhookUrl = options.webhookUrl;
  // Pending deliveries are sent before new ones.
  for (const delivery of hub.state.deliveries.values()) {
    if (delivery.deliveredAt === null) hub.deliveries.enqueue(delivery, Promise.resolve());
  }
  const waiting = await recoverRuns(hub);
  parts.store.start();
  return { hub, waiting };
}

async function makeHub(options: ForgeOptions, parts: Parts): Promise<Hub> {
  const { directory, store, interceptors, log } = parts;
  const port = await listen(parts.server, options.port, store.state.port);
  store.state.port = port;
  const clock = options.clock ?? Date.now;
  const gitDirectory = ({ id }: RepositoryRecord) => join(directory, "repositories", `${id}.git`);
  if (store.isKnown) await restoreGit(store.state, { directory, gitDirectory, log });
  return createHub({
    store,
    urls: createUrls(`http://127.0.0.1:${port}`),
    clock,
    log,
    interceptors,
    deliveries: createDeliveries({
      state: store.state,
      clock,
      interceptors,
      log,
      changed: () => store.changed(),
      saved: () => store.saved(),
      held: options.holdDeliveries ?? false,
    }),
    files: openActionFiles(join(directory, "actions")),
    performRun: options.performRun ?? performOnRunner(),
    gitDirectory,
    mergeability: options.mergeability ?? "immediate",
    rateLimit: options.rateLimit,
    graphqlRateLimit: options.graphqlRateLimit,
    runIndexLagMs: options.runIndexLagMs ?? INDEX_LAG_MS,
    fieldsSeeEachOther: options.fieldsSeeEachOther ?? true,
    plan: options.plan ?? "paid",
    profile: profileOf(options),
  });
}

const profileOf = ({ as = "github.com" }: ForgeOptions) => PROFILES[as];

function seedOf(options: ForgeOptions): Seed {
  return {
    owner: options.owner ?? "acme",
    repository: options.repository ?? "product",
    private: options.private ?? !profileOf(options).hasPublicRepositories,
    files: options.files ?? { "README.md": "# Product\n" },
    imported: options.imported,
    appSlug: options.appSlug ?? "software-factory",
    permissions: options.permissions ?? DEFAULT_PERMISSIONS,
    events: options.events ?? DEFAULT_EVENTS,
    keys: options.keys,
    installed: options.installed ?? true,
  };
}
