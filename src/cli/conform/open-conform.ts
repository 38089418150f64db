import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Octokit } from "@octokit/rest";
import { pino } from "pino";
import { Probot } from "probot";
import { appOctokit } from "../../github/client/app-octokit.js";
import { createRedactor } from "../../redaction/redactor.js";
import { openPerson } from "../../sandbox/demo/person.js";
import { freePort } from "../../sandbox/free-port.js";
import { scriptedAnswers } from "../../sandbox/scripted-model/scripted-answers.js";
import type { SandboxApp, StartApp } from "../../sandbox/start-sandbox.js";
import { productOf } from "../../server/env.js";
import type { ConformEnv, ConformRequest } from "./conform-options.js";
import { openRecordingProxy, type RecordingProxy } from "./recording-proxy.js";
import { type Conform, WaitedInVain } from "./step.js";

const SCRIPT = fileURLToPath(new URL("../../../fixtures/conform/script", import.meta.url));

/** How often a real GitHub is asked while something is waited for, and one on this machine. */
const PACE = {
  real: { everyMs: 5_000, sweepMinutes: 0.25, patienceMs: 30 * 60_000 },
  local: { everyMs: 250, sweepMinutes: 0.02, patienceMs: 15 * 60_000 },
} as const;

export type OpenConform = {
  readonly conform: Conform;
  readonly proxy: RecordingProxy;
  close(): Promise<void>;
};

type Listening = {
  readonly step: () => string;
  readonly say: (words: string) => void;
  readonly startApp: StartApp;
  readonly signal: AbortSignal;
};

/** Person, App and model, all of whom reach GitHub through the proxy. */
export async function openConform(
  env: ConformEnv,
  { owner, repo }: Pick<ConformRequest, "owner" | "repo">,
  { step, say, startApp, signal }: Listening,
): Promise<OpenConform> {
  const redactor = createRedactor(
    [
      { name: "PRIVATE_KEY", value: env.PRIVATE_KEY, random: true },
      { name: "GITHUB_TOKEN", value: env.GITHUB_TOKEN, random: true },
    ],
    Date.now,
  );
  const proxy = await openRecordingProxy(env, { step, redact: redactor.text });
  const model = await scriptedAnswers(SCRIPT);
  const at = { owner, repo };
  const baseUrl = `${proxy.url}/api/v3`;
  const gitHub = new Octokit({ baseUrl, auth: env.GITHUB_TOKEN, log: QUIET });
  const { data: user } = await gitHub.rest.users.getAuthenticated();
  const pace = /^https?:\/\/(?:127\.|localhost)/.test(`http://${env.GHE_HOST ?? ""}`) ? PACE.local : PACE.real;
  const apps: SandboxApp[] = [];
  const conform: Conform = {
    env,
    at,
    host: proxy.host,
    gitHub,
    probot: new Probot({
      appId: env.APP_ID,
      privateKey: env.PRIVATE_KEY,
      baseUrl,
      log: pino({ level: "silent" }),
      Octokit: appOctokit(undefined),
    }),
    person: openPerson({
      url: proxy.url,
      repo: at,
      users: { admin: { login: user.login, token: env.GITHUB_TOKEN } },
    }),
    exchanges: proxy.exchanges,
    async startApp() {
      const port = await freePort();
      const variables = appVariables(env, { host: proxy.host, model: model.url, port, sweep: pace.sweepMinutes });
      apps.push(await startApp(variables));
    },
    async wait(what, ask) {
      for (const deadline = Date.now() + pace.patienceMs; Date.now() < deadline; ) {
        signal.throwIfAborted();
        const seen = await ask();
        if (seen) return seen;
        await sleep(pace.everyMs, undefined, { signal });
      }
      throw new WaitedInVain(what, `it did not come within ${pace.patienceMs / 60_000} minutes`);
    },
    say,
  };
  return {
    conform,
    proxy,
    async close() {
      for (const app of apps) await app.stop();
      await model.close();
      await proxy.close();
    },
  };
}

const QUIET = { debug() {}, info() {}, warn() {}, error() {} };

type AppPlace = { readonly host: string; readonly model: string; readonly port: number; readonly sweep: number };

/** The App as in production, but for its GitHub, which is the proxy, and its model. No delivery can reach it: it looks by itself. */
function appVariables(env: ConformEnv, { host, model, port, sweep }: AppPlace): Record<string, string> {
  return {
    APP_ID: String(env.APP_ID),
    PRIVATE_KEY: env.PRIVATE_KEY,
    PRIVATE_KEY_PATH: "",
    WEBHOOK_SECRET: randomBytes(16).toString("hex"),
    GHE_HOST: host,
    GHE_PROTOCOL: "http",
    GITHUB_PRODUCT: productOf(env),
    GATES_RUNNER: env.GATES_RUNNER ?? "",
    ACTION_REF: env.ACTION_REF,
    SETUP_CONFINEMENT: env.SETUP_CONFINEMENT,
    WRITE_LIMITER: env.WRITE_LIMITER,
    SWEEP_MINUTES: String(sweep),
    HOST: "127.0.0.1",
    PORT: String(port),
    MODEL: "anthropic",
    ANTHROPIC_API_KEY: "scripted",
    ANTHROPIC_BASE_URL: model,
    WEB_SEARCH: "off",
    RECORD_TO: "",
    REPLAY_FROM: "",
    DATABASE_URL: "",
    LOG_LEVEL: "error",
  };
}
