/** Many repositories of several installations, and replicas of the App that build one small product in each. */
import { setTimeout as sleep } from "node:timers/promises";
import { markerIn } from "../../src/render/marker.js";
import { actingAs } from "../../src/sandbox/forge/context.js";
import { findAccount } from "../../src/sandbox/forge/lookup.js";
import { createRepository } from "../../src/sandbox/forge/operations/repository/create-repository.js";
import { installApp } from "../../src/sandbox/forge/operations/repository/install-app.js";
import type { RepositoryRecord } from "../../src/sandbox/forge/records/repository.js";
import { addAccount } from "../../src/sandbox/forge/seed.js";
import { type AppProcess, appLog, type BuiltApp, startAppProcess } from "./app-process.js";
import { ANY_POINTS } from "./forge.js";
import { PATIENCE_MS } from "./patience.js";
import { type ScriptedProduct, SPEC_TEXT, startProductWorld } from "./scripted-product.js";
import { criteriaOf, quickTask, taskAnswers, toy } from "./toy-modules.js";
import { connectingAs } from "./work-witness.js";

const TASK = quickTask([toy("alpha", 1)]);
/** What the model says in every repository. */
export const productAnswers = () => taskAnswers(TASK);
const LOOK_MS = 200;
const LOG_LEVEL = process.env.E2E_LOG ?? "warn";

/** One process of the App, by its name in the database. No two have the same name, even in the same place. */
export type FleetReplica = AppProcess & { readonly name: string };

export type Fleet = {
  readonly world: ScriptedProduct;
  readonly repositories: readonly RepositoryRecord[];
  readonly replicas: readonly FleetReplica[];
  /** Kills a replica without warning. */
  kill(index: number): Promise<void>;
  /** Starts a replica in the place of another, or a further one. */
  replace(index: number): Promise<void>;
  /** Sets whether deliveries are lost. */
  loseDeliveries(lost: boolean): void;
  /** Builds a delivery about a repository, as GitHub would send it. */
  deliveryAbout(repository: RepositoryRecord): string;
  /** A person merges the set-up and requests the product in every repository. Settles when all are requested. */
  ask(patienceMs?: number): Promise<void>;
  /** Does the same, and settles when all are released. */
  build(patienceMs?: number, reached?: (released: number) => Promise<void> | void): Promise<void>;
  stop(): Promise<void>;
};

export async function startFleet(
  built: BuiltApp,
  options: {
    readonly repositories: number;
    readonly installations: number;
    readonly replicas: number;
    readonly databaseUrl: string | undefined;
    /** The sweep interval. A delivery to a dead replica is lost, and the next sweep makes up for it. */
    readonly sweepMinutes: number;
    /** Runs between a question to the model and its answer. */
    readonly meanwhile?: (question: string) => Promise<unknown>;
    /** Environment variables in addition to those of every replica. */
    readonly variables?: Readonly<Record<string, string>>;
  },
): Promise<Fleet> {
  const { meanwhile = async () => {} } = options;
  // Many hours of GitHub in a few minutes: one installation's points would run out.
  const forge = { installed: false, graphqlRateLimit: ANY_POINTS };
  const world = await startProductWorld({ answers: productAnswers(), forge, meanwhile });
  const repositories = await plant(world, options);
  const replicas: FleetReplica[] = [];
  let begun = 0;
  const begin = async (): Promise<FleetReplica> => {
    begun += 1;
    const name = `replica-${begun}`;
    const started = await startAppProcess(built, {
      ...(await world.variables()),
      LOG_LEVEL,
      SWEEP_MINUTES: String(options.sweepMinutes),
      ...(options.databaseUrl === undefined ? {} : { DATABASE_URL: connectingAs(options.databaseUrl, name) }),
      ...options.variables,
    });
    return { ...started, name };
  };
  replicas.push(...(await Promise.all(Array.from({ length: options.replicas }, begin))));
  const loseDeliveries = balance(world, replicas);
  return {
    world,
    repositories,
    replicas,
    kill: (index) => replicas[index]?.kill() ?? Promise.resolve(),
    async replace(index) {
      replicas[index] = await begin();
    },
    loseDeliveries,
    deliveryAbout: (repository) => deliveryAbout(world, repository),
    ask: (patienceMs = PATIENCE_MS) =>
      untilAll(repositories, { patienceMs, step: askingForProducts(world, repositories), logOf: () => appLog(built) }),
    build: (patienceMs = PATIENCE_MS, reached = () => {}) => {
      const ask = askingForProducts(world, repositories);
      const step = async () => {
        await ask();
        const released = repositories.filter(isAnnounced);
        await reached(released.length);
        return released.length;
      };
      return untilAll(repositories, { patienceMs, step, logOf: () => appLog(built) });
    },
    async stop() {
      for (const replica of replicas) await replica.kill();
      await world.stop();
    },
  };
}

/** A simple load balancer: each delivery goes to the next replica, dead or alive. */
function balance({ forge }: ScriptedProduct, replicas: readonly AppProcess[]): (lost: boolean) => void {
  let turn = 0;
  let hushed = false;
  const next = () => {
    const { url } = replicas[turn++ % replicas.length] ?? { url: "http://127.0.0.1:9" };
    forge.setWebhookUrl(`${url}/api/github/webhooks`);
    return hushed ? [] : [{}];
  };
  next();
  forge.intercept({ beforeDelivery: next });
  return (lost) => {
    hushed = lost;
  };
}

function deliveryAbout({ forge: { hub, users } }: ScriptedProduct, repository: RepositoryRecord): string {
  const owner = hub.state.accounts.get(repository.ownerId)?.login ?? "";
  const [installation] = [...hub.state.installations.values()].filter(
    ({ accountId }) => accountId === repository.ownerId,
  );
  return JSON.stringify({
    action: "edited",
    repository: {
      id: repository.id,
      name: repository.name,
      full_name: `${owner}/${repository.name}`,
      owner: { login: owner },
    },
    installation: { id: installation?.id },
    sender: { login: users.admin.login, type: "User" },
  });
}

async function plant(
  { forge: { hub, users } }: ScriptedProduct,
  { repositories, installations }: { readonly repositories: number; readonly installations: number },
): Promise<RepositoryRecord[]> {
  const admin = findAccount(hub.state, users.admin.login);
  if (admin === undefined) throw new Error("the forge has lost its admin");
  const acting = actingAs({ kind: "user", user: admin, scopes: ["repo", "workflow"] }, Promise.resolve());
  const owners = Array.from({ length: installations }, (_, index) =>
    addAccount(hub, `owner-${index + 1}`, "Organization"),
  );
  const planted: RepositoryRecord[] = [];
  for (let index = 0; index < repositories; index += 1) {
    const owner = owners[index % owners.length];
    if (owner === undefined) throw new Error("there is no owner");
    const files = { "README.md": "# Wrappers\n", "SPEC.md": SPEC_TEXT };
    const repository = await createRepository(hub, acting, { owner, name: `product-${index + 1}`, files });
    repository.collaborators.set(admin.id, "admin");
    planted.push(repository);
  }
  for (const account of owners) {
    installApp(hub, acting, { account, repositories: planted.filter(({ ownerId }) => ownerId === account.id) });
  }
  return planted;
}

/** Requests the product wherever an unmerged set-up waits. Returns the number of requests so far. */
export function askingForProducts(
  { gitHub, forge }: ScriptedProduct,
  repositories: readonly RepositoryRecord[],
): () => Promise<number> {
  const asked = new Set<number>();
  const body = criteriaOf(TASK)
    .map((criterion) => `- [ ] ${criterion}`)
    .join("\n");
  return async () => {
    for (const repository of repositories) {
      const setup = [...repository.pulls.values()].find(({ head }) => head.ref === "factory/setup");
      if (asked.has(repository.id) || setup === undefined) continue;
      const at = { owner: forge.hub.state.accounts.get(repository.ownerId)?.login ?? "", repo: repository.name };
      await gitHub.rest.pulls.merge({ ...at, pull_number: setup.number, merge_method: "squash" });
      await gitHub.rest.issues.create({ ...at, title: TASK.name, body, labels: ["factory:quick"] });
      asked.add(repository.id);
    }
    return asked.size;
  };
}

/** Repeats the step until all are done. */
async function untilAll(
  repositories: readonly RepositoryRecord[],
  { patienceMs, step, logOf }: { patienceMs: number; step: () => Promise<number>; logOf: () => string },
): Promise<void> {
  for (const deadline = Date.now() + patienceMs; (await step()) < repositories.length; await sleep(LOOK_MS)) {
    if (Date.now() > deadline) throw new Error(`${unfinished(repositories)}\nWhat the App logged last:\n${logOf()}`);
  }
}

/** The product is released and the release is announced. That is the last step. */
export function isAnnounced(repository: RepositoryRecord): boolean {
  return [...repository.comments.values()].some(({ viaApp, body }) => viaApp && body.includes("## Released"));
}

function unfinished(repositories: readonly RepositoryRecord[]): string {
  const waiting = repositories.filter((repository) => !isAnnounced(repository));
  const lines = waiting.slice(0, 5).map((repository) => {
    const status = [...repository.comments.values()].find(({ body }) => markerIn(body) === "status");
    return `${repository.name}: ${repository.pulls.size} pull requests; ${status?.body ?? "no status"}`;
  });
  return `${waiting.length} of ${repositories.length} products were not released in time\n${lines.join("\n")}`;
}
