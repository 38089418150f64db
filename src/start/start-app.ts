import { Server } from "probot";
import { appOctokit } from "../adapters/github/app-octokit.js";
import { apiUrl, type Env } from "../env.js";
import { createLog } from "../operation/create-log.js";
import { proxiedFetch } from "../operation/proxied-fetch.js";
import { stopWithin } from "../operation/stop-within.js";
import { knownSecrets } from "../redaction/known-secrets.js";
import { createRedactor } from "../redaction/redactor.js";
import { chooseModel } from "./choose-model.js";
import { PatientProbot } from "./patient-probot.js";
import { type Loop, startLoop } from "./start-loop.js";
import { CLOCK } from "./time.js";

/** A running App: where it listens, and how it ends. */
export type RunningApp = { readonly url: string; stop(): Promise<void> };

/** Whoever is being answered when the App is told to end has this long before the work ends, too. */
const LAST_ANSWERS_MS = 2_000;

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
    Probot: PatientProbot.defaults({
      log,
      appId: env.APP_ID,
      privateKey: env.PRIVATE_KEY,
      secret: env.WEBHOOK_SECRET,
      baseUrl: apiUrl(env),
      Octokit: appOctokit(fetch),
    }),
  });
  const started: { running?: Loop } = {};
  await server.load(async (probot, { addHandler }) => {
    started.running = await startLoop(probot, { env, model: model.value, redactor, fetch, addHandler });
  });
  const http = await server.start();
  const { running } = started;
  if (running === undefined) throw new Error("the App was not loaded");
  return {
    ...running,
    url: `http://${server.host}:${server.port}`,
    async stop() {
      // A connection on which nobody has spoken yet is never closed by this, and must not keep the work from ending in order.
      await stopWithin(() => server.stop(), LAST_ANSWERS_MS);
      await running.stop();
      http.closeAllConnections();
    },
  };
}
