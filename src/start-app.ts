import { setTimeout as sleep } from "node:timers/promises";
import { Probot, ProbotOctokit, Server } from "probot";
import { gitHubForge } from "./adapters/github/forge.js";
import { installationClients, installedRepositories, ownLogin } from "./adapters/github/installation-client.js";
import { createInstallationLookup } from "./adapters/github/installation-facts.js";
import { gitHubRepositoryReader } from "./adapters/github/repository-reader.js";
import { rolesOf } from "./adapters/github/roles-of.js";
import { gitHubStateStore } from "./adapters/github/state-store.js";
import { createInProcessQueue } from "./adapters/queue/in-process-queue.js";
import { app, buttons } from "./app.js";
import { chooseModel } from "./choose-model.js";
import { apiUrl, type Env, rawUrl } from "./env.js";
import { fenceBoundaries } from "./fence-boundaries.js";
import { createInProcessJobs } from "./in-process-jobs.js";
import { createJobResults } from "./job-results.js";
import { runJob } from "./jobs/run-job.js";
import { loadSetupKit } from "./load-setup-kit.js";
import { createLookAgain } from "./look-again.js";
import { stateBranch } from "./loop/branches.js";
import type { RoleModel } from "./model-port.js";
import { openCodeIndexes } from "./open-code-indexes.js";
import { createLog } from "./operation/create-log.js";
import { operationEndpoints } from "./operation/endpoints.js";
import { measureModel } from "./operation/measure-model.js";
import { createMetrics } from "./operation/metrics.js";
import { type Fetch, proxiedFetch } from "./operation/proxied-fetch.js";
import { createReach } from "./operation/reach.js";
import { readiness } from "./operation/readiness.js";
import { createWorkBoard } from "./operation/work-board.js";
import type { RepositoryRef } from "./ports.js";
import { reconcile } from "./reconcile.js";
import { knownSecrets } from "./redaction/known-secrets.js";
import { redactModel } from "./redaction/redact-model.js";
import { redactForge, redactJobResult, redactStateStore } from "./redaction/redact-ports.js";
import { createRedactor, type Redactor } from "./redaction/redactor.js";
import type { PressedButton } from "./webhooks/pressed-button.js";

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
  const redactor = createRedactor(knownSecrets(env), Date.now);
  const log = createLog(env.LOG_LEVEL, redactor.log);
  const fetch = proxiedFetch(env);
  const model = chooseModel(env, { clock: CLOCK, redact: redactor.text, ...(fetch === undefined ? {} : { fetch }) });
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
      Octokit: ProbotOctokit.defaults({
        retry: { enabled: false },
        throttle: { enabled: false },
        ...(fetch === undefined ? {} : { request: { fetch } }),
      }),
    }),
  });
  const started: { running?: Loop } = {};
  await server.load(async (probot, { addHandler }) => {
    started.running = await startLoop(probot, { env, model: model.value, redactor, fetch, addHandler });
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

type Handler = ReturnType<typeof operationEndpoints>;
type Surroundings = {
  readonly env: Env;
  readonly model: RoleModel;
  readonly redactor: Redactor;
  readonly fetch: Fetch | undefined;
  readonly addHandler: (handler: Handler) => void;
};

async function startLoop(probot: Probot, surroundings: Surroundings): Promise<Loop> {
  const { env, redactor, fetch, addHandler } = surroundings;
  const reconciles = createWorkBoard(Date.now);
  const jobsRunning = createWorkBoard(Date.now);
  const metrics = createMetrics(() => ({ waiting: queue.waiting(), running: reconciles.count() }));
  const model = measureModel(redactModel(surroundings.model, redactor), metrics);
  const clients = await installationClients(probot, {
    baseUrl: apiUrl(env),
    timing: TIMING,
    limitWrites: env.WRITE_LIMITER === "on",
    fetch,
    redact: redactor.file,
    minted: (value, until) => redactor.learn({ name: "installation token", value, random: true }, until),
    answered: (answer, installation) => metrics.gitHubAnswered({ ...answer, installation }),
  });
  const clock = CLOCK;
  const reader = gitHubRepositoryReader(clients);
  const indexes = openCodeIndexes(env.CACHE_DIR, (why) => probot.log.warn(why));
  const boundaryFor = fenceBoundaries(env);
  const state = redactStateStore(gitHubStateStore(clients, stateBranch(BRANCH_PREFIX)), redactor);
  const setupKit = env.ACTION_REF === undefined ? null : await loadSetupKit(env.ACTION_REF, rawUrl(env));
  if (setupKit === null) probot.log.warn("ACTION_REF is not set: set-up and upgrades cannot be proposed");
  const asApp = await probot.auth();
  const login = await ownLogin(probot);
  const gitHub = gitHubForge(clients, login, {
    installationOf: createInstallationLookup(asApp, Date.now),
    gatesWorkflow: setupKit?.workflow ?? null,
  });
  const forge = redactForge(gitHub, redactor);
  const jobs = createInProcessJobs({
    run: (repository, effect, signal) => {
      const ports = { state, reader, forge, model, clock, signal, indexOf: indexes.over(repository), boundaryFor };
      return jobsRunning.during(
        async () => redactJobResult(await runJob(repository, effect, ports), redactor),
        (result, seconds) =>
          metrics.jobEnded(effect.kind, signal.aborted ? "cancelled" : result === null ? "failed" : "done", seconds),
      );
    },
    bringBack: (repository, result) => {
      const taken = results.bring(repository.id, result);
      look(repository);
      return taken;
    },
    onError: (error, repository) => probot.log.error({ err: error, ...named(repository) }, "a job failed"),
  });
  const results = createJobResults();
  const queue = createInProcessQueue<RepositoryRef>({
    concurrency: 4,
    run: async (repository) => {
      const settled = await reconciles.during(
        () =>
          results.lend(repository.id, (given) =>
            reconcile(repository, { state, forge, jobs, clock, setupKit, backOff }, given),
          ),
        (result, seconds) => metrics.reconciled(result?.kind ?? "failed", seconds),
      );
      if (settled.kind === "stopped") probot.log.error({ ...settled.problem, ...named(repository) }, "stopped");
    },
    onError: (error, repository) => {
      if (again.takes(error, repository)) probot.log.warn({ until: error.until, ...named(repository) }, error.message);
      else probot.log.error({ err: error, ...named(repository) }, "reconciling failed");
    },
  });
  const again = createLookAgain<RepositoryRef>({
    look,
    keyOf: ({ id }) => String(id),
    now: Date.now,
    alarm: {
      set(milliseconds, ring) {
        const timeout = setTimeout(ring, milliseconds);
        return { cancel: () => clearTimeout(timeout) };
      },
    },
  });
  function look(repository: RepositoryRef): void {
    queue.enqueue(String(repository.id), repository);
  }
  async function sweep(): Promise<void> {
    try {
      for await (const repository of installedRepositories(probot, TIMING)) look(repository);
      metrics.swept("done");
    } catch (error) {
      metrics.swept("failed");
      throw error;
    }
  }
  app(probot, { look, delivered: metrics.delivered, ownLogin: login });
  async function press({ repository, by, ...pressed }: PressedButton): Promise<void> {
    const role = await rolesOf(await clients(repository, { metadata: "read" }), repository)(by.login);
    const intent = { kind: "button-pressed", at: clock.now(), by: { ...by, role }, ...pressed } as const;
    void results.bring(repository.id, { intents: [intent], files: [] });
    look(repository);
  }
  // Acknowledged at once: who pressed it is read afterwards, and where that cannot be read nothing happens.
  buttons(probot, (button) => {
    press(button).catch((error: unknown) =>
      probot.log.error({ err: error, ...named(button.repository) }, "a button could not be heard"),
    );
  });
  const stopping = new AbortController();
  const reach = createReach({ ask: () => asApp.request("GET /app"), now: Date.now });
  const ready = async () =>
    readiness({
      gitHub: await reach(),
      oldestReconcileSeconds: reconciles.oldestSeconds(),
      stopping: stopping.signal.aborted,
    });
  addHandler(operationEndpoints({ ready, metrics, metricsToken: env.METRICS_TOKEN }));
  const timer = setInterval(() => {
    sweep().catch((error: unknown) => probot.log.error({ err: error }, "the sweep failed"));
  }, SWEEP_MINUTES * 60_000);
  await sweep();
  return {
    sweep,
    idle: queue.idle,
    async stop() {
      stopping.abort();
      again.stop();
      clearInterval(timer);
      // Reconciles are finished, jobs are not: whatever they would have brought is owed again by the next start.
      await Promise.all([queue.stop(), jobs.stop()]);
      await indexes.stop();
    },
  };
}

/** A repository as logs name it. */
function named({ id, owner, name }: RepositoryRef) {
  return { repository: `${owner}/${name}`, repositoryId: id };
}
