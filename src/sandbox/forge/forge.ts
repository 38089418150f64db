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
import { createRates } from "./http/rate-limit.js";
import { rawFiles } from "./http/raw-files.js";
import { createRouter } from "./http/router.js";
import { createForgeServer, type Mount } from "./http/server.js";
import type { Hub, PerformRun } from "./hub.js";
import { fullName, theApp } from "./lookup.js";
import { openHub } from "./open-hub.js";
import { queueRun } from "./operations/actions/queue-run.js";
import type { ImportedRepository } from "./operations/repository/import-repository.js";
import type { ForgeProfile } from "./profile.js";
import type { Permissions } from "./records/app.js";
import type { RepositoryRecord } from "./records/repository.js";
import { allRoutes } from "./routes.js";
import { credentialsOf, type KeyPair, PEOPLE, type Person } from "./seed.js";
import { openStore } from "./store/open-store.js";

export type ForgeOptions = {
  /** The previous port if it is free, otherwise any port. */
  readonly port?: number;
  /** The folder for all data. Without it, `stop` discards everything. */
  readonly dataDirectory?: string;
  readonly clock?: () => number;
  readonly log?: (line: string) => void;
  readonly owner?: string;
  readonly repository?: string;
  readonly private?: boolean;
  /** The first commit of the seeded repository; `{}` makes an empty repository. */
  readonly files?: Readonly<Record<string, string>>;
  /** A repository on this machine whose history the seeded one has, in place of `files`. */
  readonly imported?: ImportedRepository;
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
  /** GraphQL's points an hour; GitHub's 5,000 unless told otherwise. */
  readonly graphqlRateLimit?: number;
  /** How long a filtered listing does not show a new run. */
  readonly runIndexLagMs?: number;
  /** False: a pull request cannot be opened by the document that makes its branch, as may happen on GitHub. */
  readonly fieldsSeeEachOther?: boolean;
  readonly plan?: Hub["plan"];
  /** The product that it behaves like; by default github.com. */
  readonly as?: ForgeProfile;
  /** Performs Actions runs; by default the local runner. */
  readonly performRun?: PerformRun;
  readonly mounts?: readonly Mount[];
};

export type Forge = {
  readonly url: string;
  /** `host:port`, for GHE_HOST. */
  readonly host: string;
  readonly profile: ForgeProfile;
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
  /** Adds an interceptor and returns a function that removes it. */
  intercept(interceptor: Interceptor): () => void;
  /** Adds planned faults. Without a seed here or in the plan, one is drawn and logged. */
  readonly faults: { install(plan: FaultPlan, seed?: Seed): () => void };
  /** Settles when no request, run or delivery is pending. */
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
  const rates = createRates(hub.clock, hub);
  const match = createRouter(allRoutes(rates));
  serve({
    hub,
    match,
    mounts: [graphqlMount(rates.graphql), hub.downloads.mount, rawFiles, ...(options.mounts ?? []), pagesMount(match)],
    rates,
  });
  // A run clones from this forge, so requests must be served first.
  for (const run of waiting) queueRun(hub, run);
  const forge: Forge = {
    url: hub.urls.origin,
    host: new URL(hub.urls.origin).host,
    profile: options.as ?? "github.com",
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
