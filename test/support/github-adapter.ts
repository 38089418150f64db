/** The real adapter on the test forge, with production's narrow tokens and a count of its requests. */
import type { Octokit } from "@octokit/rest";
import { beforeAll } from "vitest";
import type { Permissions } from "../../src/engine/effects/effect-row.js";
import type { Forge, ObservationQuery, RepositoryRef } from "../../src/engine/ports.js";
import type { GitHubFor } from "../../src/github/client/github.js";
import { gitHubForge } from "../../src/github/forge.js";
import { commitOn, type TestForge } from "./forge.js";

export type GitHubAdapter = {
  readonly port: Forge;
  readonly repository: RepositoryRef;
  readonly ownLogin: string;
  readonly gitHubFor: GitHubFor;
  /** Every permission that was requested, in order. */
  readonly asked: Permissions[];
  /** `GET /path` of every request since the last call, without token requests. */
  requests(): string[];
};

async function gitHubAdapter(local: TestForge, now: () => number): Promise<GitHubAdapter> {
  const { data } = await (await local.bot()).rest.repos.get(local.at);
  const repository = { id: data.id, installation: 1, owner: local.at.owner, name: local.at.repo };
  const clients = new Map<string, Octokit>();
  const asked: Permissions[] = [];
  const seen: string[] = [];
  const gitHubFor: GitHubFor = async (_repository, permissions) => {
    asked.push(permissions);
    const key = JSON.stringify(permissions);
    const known = clients.get(key);
    if (known !== undefined) return known;
    const client = await local.bot({ permissions, repository_ids: [data.id] });
    client.hook.before("request", ({ method, url }) => void seen.push(`${method} ${url}`));
    clients.set(key, client);
    return client;
  };
  const ownLogin = `${local.forge.app.slug}[bot]`;
  return {
    port: gitHubForge(gitHubFor, ownLogin, {
      appId: local.forge.app.id,
      installationOf: () => Promise.reject(new Error("nobody asks where there is a SPEC.md")),
      gatesWorkflow: null,
      now,
    }),
    repository,
    ownLogin,
    gitHubFor,
    asked,
    requests: () => seen.splice(0),
  };
}

/** A query that observes only what a test adds. */
function query(overrides: Partial<ObservationQuery> = {}): ObservationQuery {
  return {
    branches: [],
    judgedOn: {},
    startLabel: "factory",
    quickLabel: "factory:quick",
    labels: [],
    commentsSince: null,
    commentsRead: [],
    requestInWork: null,
    gateRuns: [],
    startedRuns: [],
    remarksSince: null,
    stateBranch: null,
    sealing: false,
    shipped: false,
    ...overrides,
  };
}

/** A branch of the bot with one file, and its pull request. */
export async function openedPull(
  local: TestForge,
  change: { readonly branch: string; readonly path?: string; readonly text?: string; readonly message?: string },
): Promise<{ number: number; head: string }> {
  const bot = await local.bot();
  const { branch, path = `${branch.replaceAll("/", "-")}.txt`, text = "one\ntwo\nthree\n", message } = change;
  const head = await commitOn(bot, local.at, { branch, path, text, ...(message === undefined ? {} : { message }) });
  const { data } = await bot.rest.pulls.create({ ...local.at, head: branch, base: "main", title: branch });
  return { number: data.number, head };
}

type GitHubEffect = Parameters<Forge["perform"]>[1];

/** Sets the adapter up once for a whole test file. */
export function useGitHubAdapter(local: TestForge, now: () => number = Date.now) {
  const started: { adapter?: GitHubAdapter } = {};
  beforeAll(async () => {
    started.adapter = await gitHubAdapter(local, now);
  });
  const adapter = (): GitHubAdapter => {
    if (started.adapter === undefined) throw new Error("the forge runs only inside tests");
    return started.adapter;
  };
  return {
    adapter,
    perform: (effect: GitHubEffect) => adapter().port.perform(adapter().repository, effect),
    observe: (overrides: Partial<ObservationQuery> = {}) =>
      adapter().port.observe(adapter().repository, query(overrides)),
  };
}
