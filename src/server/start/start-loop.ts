import type { Probot } from "probot";
import { messageOf } from "../../domain/errors.js";
import { explainUnknownApp } from "../../github/client/explain-failure.js";
import { installationClients } from "../../github/client/installation-client.js";
import type { StoppableModel } from "../../model/model-port.js";
import { redactModel } from "../../redaction/redact-model.js";
import type { Redactor } from "../../redaction/redactor.js";
import { app, buttons } from "../app.js";
import { betweenReplicas } from "../coordination/between-replicas.js";
import type { Coordination, Services } from "../coordination/coordination.js";
import { inOneProcess } from "../coordination/in-one-process.js";
import { apiUrl, type Env } from "../env.js";
import type { LiveCalls } from "../operation/live-calls.js";
import { measureModel } from "../operation/measure-model.js";
import type { Metrics } from "../operation/metrics.js";
import type { Fetch } from "../operation/proxied-fetch.js";
import { createReach, type Reached } from "../operation/reach.js";
import type { WorkBoard } from "../operation/work-board.js";
import { type Database, openDatabase } from "../postgres/database.js";
import { migrate } from "../postgres/migrations.js";
import { createSharedPace } from "../postgres/shared-pace.js";
import { awaitDatabase, awaitFirstSweep, awaitLogin, type Waiting } from "./await-outside.js";
import { openServices } from "./open-services.js";
import { TIMING } from "./time.js";

/** The loop inside the App, for callers in the same process. */
export type Loop = {
  /** Reconciles every installed repository once, as at the start. */
  sweep(): Promise<void>;
  /** Resolves when nothing is being reconciled. */
  idle(): Promise<void>;
  stop(): Promise<void>;
};

/** The receiver of deliveries, and whether GitHub answers it. */
export type Opened = { readonly work: Coordination; readonly reach: () => Promise<Reached> };

type Surroundings = Waiting & {
  readonly env: Env;
  readonly model: StoppableModel;
  readonly redactor: Redactor;
  readonly fetch: Fetch | undefined;
  readonly metrics: Metrics;
  readonly reconciles: WorkBoard;
  readonly calls: LiveCalls;
  /** Called as soon as deliveries can be taken. */
  readonly opened: (opened: Opened) => void;
};

/**
 * Starts reconciling, in this process alone or among replicas with a common database, once GitHub and the database are
 * available. If it is stopped before, it closes everything and throws the signal's reason.
 */
export async function startLoop(probot: Probot, surroundings: Surroundings): Promise<Loop> {
  const { env, signal } = surroundings;
  const held: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const endHold of held.splice(0).reverse()) await endHold();
  };
  try {
    const database = openShared(env, (error) => probot.log.warn({ err: error }, "a connection to the database ended"));
    if (database !== null) held.push(database.close);
    const [login] = await Promise.all([
      awaitLogin(probot, apiUrl(env), surroundings),
      database === null ? null : awaitDatabase(() => migrate(database), surroundings),
    ]);
    const { services, reach, close } = await openWork(probot, { ...surroundings, database, login });
    held.push(close);
    const work = database === null ? inOneProcess(services) : await shareWork(services, database, surroundings);
    held.push(work.stop);
    held.push(tellEachMinute(surroundings.calls, work, probot.log));
    app(probot, { trigger: work.trigger, delivered: surroundings.metrics.delivered, ownLogin: login });
    buttons(probot, work.press);
    surroundings.opened({ work, reach });
    const failed = (error: unknown) => probot.log.error({ err: error }, "the sweep failed");
    // Replicas get their sweeps from the queue, which tries again by itself.
    if (database === null) await awaitFirstSweep(work.sweep, apiUrl(env), { ...surroundings, failed });
    return { sweep: work.sweep, idle: work.idle, stop };
  } catch (error) {
    if (signal.aborted) await stop();
    throw error;
  }
}

/** The status comment says how model calls go, once a minute at most: each time is a change on GitHub. */
function tellEachMinute(calls: LiveCalls, work: Pick<Coordination, "trigger">, log: Probot["log"]) {
  const timer = setInterval(() => {
    const failed = (error: unknown) => log.warn({ err: error }, "the progress of model calls was not told");
    work.trigger(calls.tell()).catch(failed);
  }, 60_000);
  return async () => clearInterval(timer);
}

type Known = Surroundings & { readonly database: Database | null; readonly login: string };

/** Opens the services with their own clients, and the check whether GitHub answers. */
async function openWork(
  probot: Probot,
  { env, redactor, fetch, metrics, reconciles, calls, database, ...known }: Known,
) {
  const gitHub = apiUrl(env);
  const answeredAt = Date.now();
  const clients = await installationClients(probot, {
    baseUrl: gitHub,
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
  const model = measureModel(redactModel(known.model, redactor), metrics);
  const given = { env, redactor, model, clients, asApp, login: known.login, metrics, reconciles, calls };
  const reach = createReach({
    ask: () => asApp.request("GET /app"),
    explain: (error) =>
      redactor.text(
        explainUnknownApp(error, gitHub)?.message ?? `GitHub does not answer the App's key: ${messageOf(error)}`,
      ),
    now: Date.now,
    answeredAt,
  });
  return { ...(await openServices(probot, given)), reach };
}

/** What replicas share; null without DATABASE_URL. It does not connect yet. */
function openShared(env: Env, onError: (error: Error) => void): Database | null {
  return env.DATABASE_URL === undefined ? null : openDatabase(env.DATABASE_URL, onError);
}

function shareWork(
  services: Services,
  database: Database,
  { redactor, ...waiting }: Surroundings,
): Promise<Coordination> {
  const reasonOf = (error: unknown) => redactor.text(messageOf(error));
  return awaitDatabase(async () => {
    const work = await betweenReplicas({ ...services, database, reasonOf });
    // The start was aborted meanwhile.
    if (waiting.signal.aborted) await work.stop();
    return work;
  }, waiting);
}
