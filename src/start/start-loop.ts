import type { Probot } from "probot";
import { installationClients, ownLogin } from "../adapters/github/installation-client.js";
import { type Database, openDatabase } from "../adapters/postgres/database.js";
import { migrate } from "../adapters/postgres/migrations.js";
import { createSharedPace } from "../adapters/postgres/shared-pace.js";
import { app, buttons } from "../app.js";
import { betweenReplicas } from "../coordination/between-replicas.js";
import type { Coordination } from "../coordination/coordination.js";
import { inOneProcess } from "../coordination/in-one-process.js";
import { apiUrl, type Env } from "../env.js";
import { messageOf } from "../errors.js";
import type { StoppableModel } from "../model-port.js";
import { operationEndpoints } from "../operation/endpoints.js";
import { measureModel } from "../operation/measure-model.js";
import { createMetrics } from "../operation/metrics.js";
import type { Fetch } from "../operation/proxied-fetch.js";
import { createReach } from "../operation/reach.js";
import { readiness } from "../operation/readiness.js";
import { createWorkBoard } from "../operation/work-board.js";
import { redactModel } from "../redaction/redact-model.js";
import type { Redactor } from "../redaction/redactor.js";
import { openTrade } from "./open-trade.js";
import { TIMING } from "./time.js";

/** The loop inside the App, for whoever shares its process. */
export type Loop = {
  /** Looks at every installed repository once, as at the start. */
  sweep(): Promise<void>;
  /** Settles when nothing is being reconciled. */
  idle(): Promise<void>;
  stop(): Promise<void>;
};

type Handler = ReturnType<typeof operationEndpoints>;
type Surroundings = {
  readonly env: Env;
  readonly model: StoppableModel;
  readonly redactor: Redactor;
  readonly fetch: Fetch | undefined;
  readonly addHandler: (handler: Handler) => void;
};

/** Starts reconciling: in this process alone, or among the replicas that share a database. */
export async function startLoop(probot: Probot, surroundings: Surroundings): Promise<Loop> {
  const { env, redactor, fetch, addHandler } = surroundings;
  const reconciles = createWorkBoard(Date.now);
  const started: { work?: Coordination } = {};
  const metrics = createMetrics(async () => {
    const { waiting = 0, setAside = 0 } = (await started.work?.facts()) ?? {};
    return { waiting, setAside, running: reconciles.count() };
  });
  const database = await openShared(env, (error) =>
    probot.log.warn({ err: error }, "a connection to the database ended"),
  );
  const clients = await installationClients(probot, {
    baseUrl: apiUrl(env),
    timing: TIMING,
    limitWrites: env.WRITE_LIMITER === "on",
    paceOf:
      database === null || env.WRITE_LIMITER === "off"
        ? undefined
        : (installation) => createSharedPace(database, installation, TIMING),
    fetch,
    redact: redactor.file,
    minted: (value, until) => redactor.learn({ name: "installation token", value, random: true }, until),
    answered: (answer, installation) => metrics.gitHubAnswered({ ...answer, installation }),
  });
  const asApp = await probot.auth();
  const login = await ownLogin(probot);
  const model = measureModel(redactModel(surroundings.model, redactor), metrics);
  const { trade, close } = await openTrade(probot, {
    env,
    redactor,
    model,
    clients,
    asApp,
    login,
    metrics,
    reconciles,
  });
  const reasonOf = (error: unknown) => redactor.text(messageOf(error));
  const work = database === null ? await inOneProcess(trade) : await betweenReplicas({ ...trade, database, reasonOf });
  started.work = work;
  app(probot, { look: work.look, delivered: metrics.delivered, ownLogin: login });
  buttons(probot, work.press);
  const stopping = new AbortController();
  const reach = createReach({ ask: () => asApp.request("GET /app"), now: Date.now });
  const ready = async () =>
    readiness({
      gitHub: await reach(),
      oldestReconcileSeconds: reconciles.oldestSeconds(),
      stopping: stopping.signal.aborted,
      queue: await work.problems(),
    });
  addHandler(operationEndpoints({ ready, metrics, metricsToken: env.METRICS_TOKEN }));
  return {
    sweep: work.sweep,
    idle: work.idle,
    async stop() {
      stopping.abort();
      await work.stop();
      await close();
    },
  };
}

/** What replicas share, ready to be used; nothing without DATABASE_URL. */
async function openShared(env: Env, onError: (error: Error) => void): Promise<Database | null> {
  if (env.DATABASE_URL === undefined) return null;
  const database = openDatabase(env.DATABASE_URL, onError);
  await migrate(database);
  return database;
}
