/** A local GitHub: `startForge()` and point Octokit, Probot (GHE_HOST) or git at `forge.url`. */
import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FaultPlan, Seed } from "../faults/fault-plan.js";
import { installFaults } from "../faults/install-faults.js";
import { pagesMount } from "../pages/pages-mount.js";
import { performOnRunner } from "../perform-on-runner.js";
import { openActionFiles } from "./action-files.js";
import { createDeliveries } from "./deliveries.js";
import { graphqlMount } from "./graphql/graphql-mount.js";
import { createHub, type Hub, type PerformRun } from "./hub.js";
import type { Interceptor } from "./interceptors.js";
import { fullName, theApp } from "./lookup.js";
import { announceStrayRefs } from "./operations/announce-stray-refs.js";
import { recoverRuns } from "./operations/queue-run.js";
import { createRateCounter } from "./rate-limit.js";
import { rawFiles } from "./raw-files.js";
import type { Permissions } from "./records/app.js";
import type { RepositoryRecord } from "./records/repository.js";
import { createRouter } from "./router.js";
import { allRoutes } from "./routes.js";
import { credentialsOf, type KeyPair, PEOPLE, type Person, plantSeed } from "./seed.js";
import { createForgeServer, type Mount } from "./server.js";
import { openStore } from "./store.js";
import { createUrls } from "./urls.js";

export type ForgeOptions = {
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
  readonly mergeability?: Hub["mergeability"];
  readonly rateLimit?: number;
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

/** What the product's own App asks for; a real App's manifest replaces it. */
const DEFAULT_PERMISSIONS: Permissions = {
  actions: "write",
  checks: "write",
  contents: "write",
  issues: "write",
  pull_requests: "write",
  statuses: "write",
  administration: "read",
  workflows: "write",
};

const DEFAULT_EVENTS: readonly string[] = [
  "check_run",
  "check_suite",
  "create",
  "delete",
  "issue_comment",
  "issues",
  "label",
  "member",
  "merge_group",
  "pull_request",
  "pull_request_review",
  "pull_request_review_comment",
  "pull_request_review_thread",
  "push",
  "release",
  "repository",
  "status",
  "workflow_dispatch",
  "workflow_job",
  "workflow_run",
];

export async function startForge(options: ForgeOptions = {}): Promise<Forge> {
  const { server, serve, idle: requestsDone } = createForgeServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const directory = options.dataDirectory ?? mkdtempSync(join(tmpdir(), "forge-data-"));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const interceptors: Interceptor[] = [];
  const hub = await openHub(options, { directory, host, interceptors }).catch((error: unknown) => {
    server.close();
    throw error;
  });
  if (hub.state.app === null) await plantSeed(hub, seedOf(options));
  const app = theApp(hub.state);
  if (options.webhookUrl !== undefined) app.webhookUrl = options.webhookUrl;
  // What was owed goes out before what is new.
  for (const delivery of hub.state.deliveries.values()) {
    if (delivery.deliveredAt === null) hub.deliveries.enqueue(delivery, Promise.resolve());
  }
  await announceStrayRefs(hub);
  await recoverRuns(hub);
  const rates = createRateCounter(hub.clock, hub.rateLimit);
  const match = createRouter(allRoutes(rates));
  serve({
    hub,
    match,
    mounts: [graphqlMount(rates), hub.downloads.mount, rawFiles, ...(options.mounts ?? []), pagesMount(match)],
    rates,
  });
  const forge: Forge = {
    url: hub.urls.origin,
    host,
    app: { id: app.id, slug: app.slug, privateKey: app.privateKey, webhookSecret: app.webhookSecret },
    users: Object.fromEntries(PEOPLE.map((person) => [person, credentialsOf(hub, person)])) as Forge["users"],
    repo: firstRepository(hub),
    hub,
    setWebhookUrl(url) {
      app.webhookUrl = url;
      hub.changed();
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

async function openHub(
  options: ForgeOptions,
  at: { readonly directory: string; readonly host: string; readonly interceptors: Interceptor[] },
): Promise<Hub> {
  const { directory, host, interceptors } = at;
  const clock = options.clock ?? Date.now;
  const log = options.log ?? ((line: string) => console.error(`[forge] ${line}`));
  const store = openStore(options.dataDirectory === undefined ? undefined : directory);
  return createHub({
    store,
    urls: createUrls(`http://${host}`),
    clock,
    log,
    interceptors,
    deliveries: createDeliveries({ state: store.state, clock, interceptors, log, changed: () => store.changed() }),
    files: openActionFiles(join(directory, "actions")),
    performRun: options.performRun ?? performOnRunner(),
    gitDirectory: (repository) => join(directory, "repositories", `${repository.id}.git`),
    mergeability: options.mergeability ?? "immediate",
    rateLimit: options.rateLimit,
  });
}

function seedOf(options: ForgeOptions) {
  return {
    owner: options.owner ?? "acme",
    repository: options.repository ?? "product",
    private: options.private ?? false,
    files: options.files ?? { "README.md": "# Product\n" },
    appSlug: options.appSlug ?? "software-factory",
    permissions: options.permissions ?? DEFAULT_PERMISSIONS,
    events: options.events ?? DEFAULT_EVENTS,
    keys: options.keys,
    installed: options.installed ?? true,
  };
}

function firstRepository({ state }: Hub): Forge["repo"] {
  const [first] = state.repositories.values() as Iterable<RepositoryRecord>;
  if (first === undefined) throw new Error("the forge has no repository");
  const [owner = "", repo = ""] = fullName(state, first).split("/");
  return { owner, repo };
}
