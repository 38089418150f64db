/** Builds a product from SPEC.md to a release. The person checks the result whenever an answer is lost. */
import { setTimeout as sleep } from "node:timers/promises";
import { Octokit } from "@octokit/rest";
import { hasStatus } from "../../../src/domain/errors.js";
import { CONFIG_PATH } from "../../../src/domain/gates/state-paths.js";
import { afterTheSecond, openPerson, type Person } from "../../../src/sandbox/demo/person.js";
import type { KilledSandbox } from "./killed-sandbox.js";

/** A guard against hanging. */
const PATIENCE_MS = 600_000;
const POLL_MS = 100;
const TITLE = "Build wrappers";
/** The App counts a question at its highest cost when it is killed before the answer. */
const AMPLE = "budgets: { warn_usd: 1000, hard_usd: 1000, per_task_usd: 1000 }";

type Visit = { readonly person: Person; readonly gitHub: Octokit; readonly at: { owner: string; repo: string } };
type Step<T> = {
  readonly what: string;
  /** Returns what the person waits for as soon as it exists. */
  observe(visit: Visit): Promise<T | undefined>;
  /** What the person does until then. */
  act?(visit: Visit): Promise<unknown>;
};

export async function buildWhileKilled(sandbox: KilledSandbox): Promise<{ readonly issue: number }> {
  const setup = await insist(sandbox, {
    what: "the set-up",
    observe: async ({ person }) => (await person.pullOf("factory/setup"))?.number,
  });
  await insist(sandbox, {
    what: "the merge of the set-up",
    observe: async ({ person }) => (await person.pullOf("factory/setup"))?.merged_at ?? undefined,
    act: ({ person }) => person.merge(setup),
  });
  await insist(sandbox, { what: "settings", observe: settings, act: setLimits });
  const issue = await insist(sandbox, {
    what: "the issue",
    observe: async ({ gitHub, at }) =>
      (await gitHub.rest.issues.listForRepo({ ...at, labels: "factory", state: "all" })).data.find(
        ({ title }) => title === TITLE,
      )?.number,
    act: ({ person }) => person.ask(TITLE),
  });
  const spec = await insist(sandbox, {
    what: "the question about the spec",
    observe: async ({ person }) => {
      const isAsked = (await person.asked(issue)).some(({ decision }) => decision === "spec");
      return isAsked ? (await person.pullOf("factory/spec"))?.number : undefined;
    },
  });
  await afterTheSecond();
  await insist(sandbox, {
    what: "the approval",
    observe: async ({ person }) => (await person.comments(spec)).find((body) => body === "/factory approve"),
    act: ({ person }) => person.comment(spec, "/factory approve"),
  });
  await insist(sandbox, {
    what: "the release",
    observe: async ({ person }) => {
      const state = await person.state();
      const halted = Object.entries(state?.project?.tasks ?? {}).find(([, { status }]) => status === "HALTED");
      if (halted !== undefined)
        throw new Error(`${halted[0]} was halted:\n${(await person.comments(issue)).join("\n---\n")}`);
      const said = (await person.comments(issue)).find((body) => body.includes("## Released"));
      return state?.project?.status === "RELEASED" ? said : undefined;
    },
  });
  return { issue };
}

async function insist<T>(sandbox: KilledSandbox, { what, observe, act }: Step<T>): Promise<NonNullable<T>> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(POLL_MS)) {
    const ready = await sandbox.up();
    const gitHub = new Octokit({ baseUrl: `${ready.url}/api/v3`, auth: ready.users.admin.token, log: QUIET });
    const visit = { person: openPerson(ready), gitHub, at: ready.repo };
    const seen = await unlessDead(observe(visit));
    if (seen != null) return seen;
    if (act !== undefined) await unlessDead(act(visit));
  }
  throw new Error(
    `${what} did not come within ${PATIENCE_MS / 1000} s; the last that was said:\n${sandbox.said().slice(-60).join("\n")}`,
  );
}

const QUIET = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * Ignores a lost answer (Octokit reports status 500) and a sandbox that is not up yet. The next observation shows
 * whether the request was performed.
 */
async function unlessDead<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (hasStatus(error, 500, 503)) return undefined;
    throw error;
  }
}

async function settings({ gitHub, at }: Visit): Promise<true | undefined> {
  const { data } = await gitHub.rest.repos.getContent({ ...at, path: CONFIG_PATH, mediaType: { format: "raw" } });
  return String(data).includes(AMPLE) ? true : undefined;
}

async function setLimits({ gitHub, at }: Visit): Promise<void> {
  const { data } = await gitHub.rest.repos.getContent({ ...at, path: CONFIG_PATH });
  if (Array.isArray(data) || data.type !== "file") throw new TypeError(`${CONFIG_PATH} is not a file`);
  const text = `${Buffer.from(data.content, "base64").toString()}\n${AMPLE}\n`;
  const content = Buffer.from(text).toString("base64");
  const change = { ...at, path: CONFIG_PATH, message: "Set limits", content, sha: data.sha };
  await gitHub.rest.repos.createOrUpdateFileContents(change);
}
