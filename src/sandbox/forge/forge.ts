/** A local GitHub: `startForge()` and point Octokit, Probot (GHE_HOST) or git at `forge.url`. */
import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FaultPlan, Seed } from "../faults/fault-plan.js";
import { installFaults } from "../faults/install-faults.js";
import { pagesMount } from "../pages/pages-mount.js";
import { graphqlMount } from "./graphql/graphql-mount.js";
import type { Interceptor } from "./http/interceptors.js";
import { createRateCounter } from "./http/rate-limit.js";
import { rawFiles } from "./http/raw-files.js";
import { createRouter } from "./http/router.js";
import { createForgeServer, type Mount } from "./http/server.js";
import type { Hub, PerformRun } from "./hub.js";
import { fullName, theApp } from "./lookup.js";
import { openHub } from "./open-hub.js";
import { queueRun } from "./operations/actions/queue-run.js";
import type { Permissions } from "./records/app.js";
import type { RepositoryRecord } from "./records/repository.js";
import { allRoutes } from "./routes.js";
import { credentialsOf, type KeyPair, PEOPLE, type Person } from "./seed.js";
import { openStore } from "./store/open-store.js";

export type ForgeOptions = {
  /** By default the one of last time if it is free, or any. */
  readonly port?: number;
  /** Where everything is kept; without it, nothing survives `stop`. */
  readonly dataDirectory?: string;
  readonly clock?: () => number;
  readonly log?: (line: string) => void;
  readonly owner?: string;
  readonly repository?: string;
  readonly private?: boolean;
  /** The first commit of the seeded repository; `{}` leaves it without one. */
  readonly files?: Readonly<Record<string, string>>;
  readonly appSlug?: string;
  readonly permissions?: Permissions;
  readonly events?: readonly string[];
  readonly keys?: KeyPair;
  readonly installed?: boolean;
  readonly webhookUrl?: string;
  /** Deliveries wait until `setWebhookUrl` says where the App listens. */
  readonly holdDeliveries?: boolean;
  readonly mergeability?: Hub["mergeability"];
  readonly rateLimit?: number;
  readonly plan?: Hub["plan"];
  /** Where ids begin; GitHub's have left 32 bits behind. */
  readonly firstId?: number;
  /** Who performs Actions runs; the local runner unless told otherwise. */
  readonly performRun?: PerformRun;
  readonly mounts?: readonly Mount[];
};

export type Forge = {
  readonly url: string;
  /** `host:port`, for GHE_HOST. */
  readonly host: string;
  readonly app: {
    readonly id: number;
    readonly slug: string;
    readonly privateKey: string;
    readonly webhookSecret: string;
  };
  readonly users: Readonly<Record<Person, { readonly login: string; readonly token: string }>>;
  readonly repo: { readonly owner: string; readonly repo: string };
  /** For the other parts of the sandbox: runner, pages. */
  readonly hub: Hub;
  setWebhookUrl(url: string | null): void;
  /** Adds an interceptor; the answer removes it. */
  intercept(interceptor: Interceptor): () => void;
  /** Makes it fail as planned; without a seed here or in the plan one is drawn. The log names it. */
  readonly faults: { install(plan: FaultPlan, seed?: Seed): () => void };
  /** Settles when no request is being answered, no run waits or goes, and no delivery is owed. */
  idle(): Promise<void>;
  stop(): Promise<void>;
};

export async function startForge(options: ForgeOptions = {}): Promise<Forge> {
  const directory = options.dataDirectory ?? mkdtempSync(join(tmpdir(), "forge-data-"));
  const log = options.log ?? ((line: string) => console.error(`[forge] ${line}`));
  const store = openStore(options.dataDirectory, log);
  const { server, serve, idle: requestsDone } = createForgeServer();
  const interceptors: Interceptor[] = [];
  const opened = openHub(options, { directory, store, interceptors, log, server });
  const { hub, waiting } = await opened.catch((error: unknown) => {
    server.close();
    store.close();
    throw error;
  });
  const app = theApp(hub.state);
  const rates = createRateCounter(hub.clock, hub.rateLimit);
  const match = createRouter(allRoutes(rates));
  serve({
    hub,
    match,
    mounts: [graphqlMount(rates), hub.downloads.mount, rawFiles, ...(options.mounts ?? []), pagesMount(match)],
    rates,
  });
  // A run clones from here, so requests must be served first.
  for (const run of waiting) queueRun(hub, run);
  const forge: Forge = {
    url: hub.urls.origin,
    host: new URL(hub.urls.origin).host,
    app: { id: app.id, slug: app.slug, privateKey: app.privateKey, webhookSecret: app.webhookSecret },
    users: Object.fromEntries(PEOPLE.map((person) => [person, credentialsOf(hub, person)])) as Forge["users"],
    repo: firstRepository(hub),
    hub,
    setWebhookUrl(url) {
      app.webhookUrl = url;
      hub.changed();
      if (url !== null) hub.deliveries.release();
    },
    intercept(interceptor) {
      interceptors.push(interceptor);
      return () => void interceptors.splice(interceptors.indexOf(interceptor), 1);
    },
    faults: {
      install: (plan, seed = plan.seed ?? randomInt(2 ** 32)) =>
        installFaults(forge, plan, { seed, clock: hub.clock, log: hub.log }),
    },
    async idle() {
      do {
        await requestsDone();
        await hub.runs.idle();
        await hub.deliveries.idle();
      } while (!hub.runs.isIdle());
    },
    async stop() {
      await hub.runs.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await requestsDone();
      await hub.deliveries.stop();
      await hub.close();
      if (options.dataDirectory === undefined) rmSync(directory, { recursive: true, force: true });
    },
  };
  return forge;
}

function firstRepository({ state }: Hub): Forge["repo"] {
  const [first] = state.repositories.values() as Iterable<RepositoryRecord>;
  if (first === undefined) throw new Error("the forge has no repository");
  const [owner = "", repo = ""] = fullName(state, first).split("/");
  return { owner, repo };
}
