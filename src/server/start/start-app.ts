import type { Server as HttpServer } from "node:http";
import { type Probot, Server } from "probot";
import { NotAccepted } from "../../domain/errors.js";
import { accept, type Outcome } from "../../domain/refusal.js";
import type { LiveCall } from "../../engine/live-call.js";
import { appOctokit } from "../../github/client/app-octokit.js";
import { OTHER_QUESTION } from "../../model/recordings/other-question.js";
import { knownSecrets } from "../../redaction/known-secrets.js";
import { createRedactor } from "../../redaction/redactor.js";
import { apiUrl, type Env, refuseStart } from "../env.js";
import { createLog } from "../operation/create-log.js";
import { operationEndpoints } from "../operation/endpoints.js";
import { createLiveCalls } from "../operation/live-calls.js";
import { createMetrics } from "../operation/metrics.js";
import { proxiedFetch } from "../operation/proxied-fetch.js";
import { stopWithin } from "../operation/stop-within.js";
import { createTroubles } from "../operation/troubles.js";
import { createWorkBoard } from "../operation/work-board.js";
import { createAppStatus } from "./app-status.js";
import { chooseModel } from "./choose-model.js";
import { listenProblem } from "./listen-problem.js";
import { PatientProbot } from "./patient-probot.js";
import { type Loop, startLoop } from "./start-loop.js";
import { CLOCK } from "./time.js";

/** A running App: its address, and how to stop it. */
export type RunningApp = { readonly url: string; stop(): Promise<void> };

/** An App that listens. `started` resolves when it works; with null if it was stopped before. */
export type ListeningApp = RunningApp & {
  readonly started: Promise<Loop | null>;
  /** The questions that models are answering now. */
  readonly calls: () => readonly LiveCall[];
};

/** How long open requests may take after the stop. */
const LAST_ANSWERS_MS = 2_000;

/** Listens at once, and works as soon as GitHub and the database are there. Refused where nothing can listen. */
export async function openApp(env: Env): Promise<Outcome<ListeningApp>> {
  const redactor = createRedactor(knownSecrets(env), Date.now);
  const log = createLog(env.LOG_LEVEL, redactor.log);
  const fetch = proxiedFetch(env);
  const model = chooseModel(env, {
    clock: CLOCK,
    redact: redactor.text,
    ...(fetch === undefined ? {} : { fetch }),
    onDifference: (question, differences) => log.warn({ question, differences }, OTHER_QUESTION),
  });
  if (!model.ok) return model;
  const stopping = new AbortController();
  const reconciles = createWorkBoard(Date.now);
  const calls = createLiveCalls(Date.now);
  const waiting = { troubles: createTroubles(log, redactor.text), signal: stopping.signal };
  const { ready, queue, takesDeliveries, opened, started: isStarted } = createAppStatus({ ...waiting, reconciles });
  const metrics = createMetrics(queue);
  const server = new Server({
    port: env.PORT,
    host: env.HOST,
    log,
    Probot: PatientProbot.defaults({
      log,
      appId: env.APP_ID,
      privateKey: env.PRIVATE_KEY,
      secret: env.WEBHOOK_SECRET,
      baseUrl: apiUrl(env),
      Octokit: appOctokit(fetch),
    }),
  });
  const loaded: Probot[] = [];
  await server.load((probot, { addHandler }) => {
    loaded.push(probot);
    addHandler(operationEndpoints({ ready, metrics, metricsToken: env.METRICS_TOKEN }));
    // GitHub shows such a delivery as refused; the first sweep replaces it.
    probot.onAny(() => {
      if (!takesDeliveries()) throw new NotAccepted(new Error("the App is starting"));
    });
  });
  const listening = await listen(server, env);
  if (!listening.ok) return listening;
  const [probot] = loaded;
  if (probot === undefined) throw new Error("the App was not loaded");
  const surroundings = { ...waiting, env, model: model.value, redactor, fetch, metrics, reconciles, calls, opened };
  const started = startLoop(probot, surroundings).then(
    (loop) => {
      isStarted();
      return loop;
    },
    (error: unknown) => {
      if (stopping.signal.aborted) return null;
      throw error;
    },
  );
  return accept({
    url: `http://${server.host}:${server.port}`,
    started,
    calls: calls.now,
    async stop() {
      stopping.abort();
      // An idle connection is not closed by this, and must not delay the orderly end.
      await stopWithin(() => server.stop(), LAST_ANSWERS_MS);
      await (await started)?.stop();
      listening.value.closeAllConnections();
    },
  });
}

async function listen(server: Server, env: Env): Promise<Outcome<HttpServer>> {
  try {
    return accept(await server.start());
  } catch (error) {
    return refuseStart([listenProblem(error, env)]);
  }
}
