import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { Probot, ProbotOctokit, Server } from "probot";
import { gitHubForge } from "./adapters/github/forge.js";
import { installationClients, installedRepositories, ownLogin } from "./adapters/github/installation-client.js";
import { createInstallationLookup } from "./adapters/github/installation-facts.js";
import { gitHubRepositoryReader } from "./adapters/github/repository-reader.js";
import { gitHubStateStore } from "./adapters/github/state-store.js";
import { createInProcessQueue } from "./adapters/queue/in-process-queue.js";
import { app } from "./app.js";
import { chooseModel } from "./choose-model.js";
import { apiUrl, type Env, rawUrl } from "./env.js";
import { fenceBoundaries } from "./fence-boundaries.js";
import { createInProcessJobs } from "./in-process-jobs.js";
import { runJob } from "./jobs/run-job.js";
import { createJobResults } from "./job-results.js";
import { loadSetupKit } from "./load-setup-kit.js";
import { stateBranch } from "./loop/branches.js";
import type { RoleModel } from "./model-port.js";
import { openCodeIndexes } from "./open-code-indexes.js";
import type { RepositoryRef } from "./ports.js";
import { reconcile } from "./reconcile.js";

/** A running App: where it listens, and how it ends. */
export type RunningApp = { readonly url: string; stop(): Promise<void> };

/** The loop inside it, for whoever shares its process. */
type Loop = {
  /** Looks at every installed repository once, as at the start. */
  sweep(): Promise<void>;
  /** Settles when nothing is being reconciled. */
  idle(): Promise<void>;
  stop(): Promise<void>;
};

const TIMING = { now: Date.now, sleep: (ms: number) => sleep(ms) };
const BRANCH_PREFIX = "factory";
const CLOCK = { now: () => new Date().toISOString() };
/** Webhooks can be lost; this is how long a command may then wait. */
const SWEEP_MINUTES = 10;

/** Full jitter: half a second at most after the first lost race, twice that after each further one. */
const backOff = (lost: number): Promise<void> => sleep(Math.random() * 250 * 2 ** lost);

/** Starts the App as in production, wherever its GitHub is. */
export async function startApp(env: Env): Promise<RunningApp & Loop> {
  const log = pino({ level: env.LOG_LEVEL });
  const model = chooseModel(env, CLOCK);
  if (!model.ok) throw new Error(model.refusal.message);
  const server = new Server({
    port: env.PORT,
    host: env.HOST,
    log,
    Probot: Probot.defaults({
      log,
      appId: env.APP_ID,
      privateKey: env.PRIVATE_KEY,
      secret: env.WEBHOOK_SECRET,
      baseUrl: apiUrl(env),
      // Its plugins repeat writes and sleep inside them; the policy for installations is ours (DESIGN, security rule 7).
      Octokit: ProbotOctokit.defaults({ retry: { enabled: false }, throttle: { enabled: false } }),
    }),
  });
  const started: { running?: Loop } = {};
  await server.load(async (probot) => {
    started.running = await startLoop(probot, env, model.value);
  });
  await server.start();
  const { running } = started;
  if (running === undefined) throw new Error("the App was not loaded");
  return {
    ...running,
    url: `http://${server.host}:${server.port}`,
    async stop() {
      await server.stop();
      await running.stop();
    },
  };
}

async function startLoop(probot: Probot, env: Env, model: RoleModel): Promise<Loop> {
  const clients = await installationClients(probot, {
    baseUrl: apiUrl(env),
    timing: TIMING,
    limitWrites: env.WRITE_LIMITER === "on",
  });
  const clock = CLOCK;
  const reader = gitHubRepositoryReader(clients);
  const indexes = openCodeIndexes(env.CACHE_DIR, (why) => probot.log.warn(why));
  const boundaryFor = fenceBoundaries(env);
  const state = gitHubStateStore(clients, stateBranch(BRANCH_PREFIX));
  const setupKit = env.ACTION_REF === undefined ? null : await loadSetupKit(env.ACTION_REF, rawUrl(env));
  if (setupKit === null) probot.log.warn("ACTION_REF is not set: set-up and upgrades cannot be proposed");
  const forge = gitHubForge(clients, await ownLogin(probot), {
    installationOf: createInstallationLookup(await probot.auth(), Date.now),
    gatesWorkflow: setupKit?.workflow ?? null,
  });
  const jobs = createInProcessJobs({
    run: (repository, effect, signal) =>
      runJob(repository, effect, {
        state,
        reader,
        forge,
        model,
        clock,
        signal,
        indexOf: indexes.over(repository),
        boundaryFor,
      }),
    bringBack: (repository, result) => {
      const taken = results.bring(repository.id, result);
      look(repository);
      return taken;
    },
    onError: (error, { owner, name }) =>
      probot.log.error({ err: error, repository: `${owner}/${name}` }, "a job failed"),
  });
  const results = createJobResults();
  const queue = createInProcessQueue<RepositoryRef>({
    concurrency: 4,
    run: async (repository) => {
      const settled = await results.lend(repository.id, (given) =>
        reconcile(repository, { state, forge, jobs, clock, setupKit, backOff }, given),
      );
      if (settled.kind === "stopped") probot.log.error({ repository, ...settled.problem }, "stopped");
    },
    onError: (error, repository) => probot.log.error({ err: error, repository }, "reconciling failed"),
  });
  function look(repository: RepositoryRef): void {
    queue.enqueue(String(repository.id), repository);
  }
  async function sweep(): Promise<void> {
    for await (const repository of installedRepositories(probot, TIMING)) look(repository);
  }
  app(probot, look);
  const timer = setInterval(() => {
    sweep().catch((error: unknown) => probot.log.error({ err: error }, "the sweep failed"));
  }, SWEEP_MINUTES * 60_000);
  await sweep();
  return {
    sweep,
    idle: queue.idle,
    async stop() {
      clearInterval(timer);
      await jobs.stop();
      await indexes.stop();
      await queue.stop();
    },
  };
}
