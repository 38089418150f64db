import { pino } from "pino";
import { Probot, Server } from "probot";
import { gitHubForge } from "./adapters/github/forge.js";
import { installationClients, installedRepositories, ownLogin } from "./adapters/github/installation-client.js";
import { gitHubStateStore } from "./adapters/github/state-store.js";
import { createInProcessQueue } from "./adapters/queue/in-process-queue.js";
import { app } from "./app.js";
import { chooseModel } from "./choose-model.js";
import { draftSpecJob } from "./draft-job.js";
import { apiUrl, type Env } from "./env.js";
import { createInProcessJobs } from "./in-process-jobs.js";
import { stateBranch } from "./loop/branches.js";
import type { JobResult, Model, RepositoryRef } from "./ports.js";
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

const BRANCH_PREFIX = "factory";
/** Webhooks can be lost; this is how long a command may then wait. */
const SWEEP_MINUTES = 10;

/** Starts the App as in production, wherever its GitHub is. */
export async function startApp(env: Env): Promise<RunningApp & Loop> {
  const log = pino({ level: env.LOG_LEVEL });
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
    }),
  });
  const started: { running?: Loop } = {};
  await server.load(async (probot) => {
    started.running = await startLoop(probot, env, chooseModel(env));
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

async function startLoop(probot: Probot, env: Env, model: Model): Promise<Loop> {
  const clients = await installationClients(probot, apiUrl(env), Date.now);
  const clock = { now: () => new Date().toISOString() };
  const state = gitHubStateStore(clients, stateBranch(BRANCH_PREFIX));
  const forge = gitHubForge(clients, await ownLogin(probot));
  const jobs = createInProcessJobs({
    run: (repository, effect, signal) => draftSpecJob(repository, effect, { state, model, clock, signal }),
    bringBack: (repository, result) => look(repository, result),
    onError: (error, { owner, name }) =>
      probot.log.error({ err: error, repository: `${owner}/${name}` }, "a job failed"),
  });
  const brought = new Map<number, JobResult[]>();
  const queue = createInProcessQueue<RepositoryRef>({
    concurrency: 4,
    run: async (repository) => {
      const results = brought.get(repository.id)?.splice(0) ?? [];
      const given = {
        intents: results.flatMap(({ intents }) => intents),
        files: results.flatMap(({ files }) => files),
      };
      const settled = await reconcile(repository, { state, forge, jobs, clock }, given);
      if (settled.kind === "stopped") probot.log.error({ repository, ...settled.problem }, "stopped");
    },
    onError: (error, repository) => probot.log.error({ err: error, repository }, "reconciling failed"),
  });
  function look(repository: RepositoryRef, result?: JobResult): void {
    const results = brought.get(repository.id) ?? [];
    if (result !== undefined) results.push(result);
    brought.set(repository.id, results);
    queue.enqueue(String(repository.id), repository);
  }
  async function sweep(): Promise<void> {
    for await (const repository of installedRepositories(probot)) look(repository);
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
      await queue.stop();
    },
  };
}
