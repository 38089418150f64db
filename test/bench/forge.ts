import { performance } from "node:perf_hooks";
import { Octokit } from "@octokit/rest";
import { actingAs } from "../../src/sandbox/forge/context.js";
import { type Forge, startForge } from "../../src/sandbox/forge/forge.js";
import { ZERO_SHA } from "../../src/sandbox/forge/git/git-repository.js";
import { findAccount, findRepository } from "../../src/sandbox/forge/lookup.js";
import { openPull } from "../../src/sandbox/forge/operations/pulls/open-pull.js";
import { applyRefUpdates } from "../../src/sandbox/forge/operations/repository/apply-ref-updates.js";
import { branchRef } from "../../src/sandbox/forge/ref-names.js";
import { signatureOfAccount } from "../../src/sandbox/forge/webhooks/signatures.js";
import { atMost, type BenchLine, type Progress, rounded } from "./bench-line.js";

const FEW = 10;
const MANY = 1_000;
const SAMPLES = 5;
const CALLS = 40;

type Client = { readonly octokit: Octokit; readonly at: Forge["repo"]; readonly forge: Forge };

/** What the App asks of a repository with pull requests, over and over. */
const REQUESTS: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  "get a repository": ({ octokit, at }) => octokit.rest.repos.get(at),
  "get a pull request": ({ octokit, at }) => octokit.rest.pulls.get({ ...at, pull_number: 2 }),
  "list open pull requests": ({ octokit, at }) => octokit.rest.pulls.list({ ...at, state: "open", per_page: 10 }),
  "comment on an issue": ({ octokit, at }) =>
    octokit.rest.issues.createComment({ ...at, issue_number: 1, body: "Noted." }),
};

/** Requests per second on loopback, and how their latency grows from 10 to 1,000 pull requests. */
export async function benchForge(progress: Progress): Promise<BenchLine[]> {
  const forge = await startForge({ log: () => undefined });
  try {
    const client: Client = { forge, at: forge.repo, octokit: clientOf(forge) };
    await client.octokit.rest.issues.create({ ...client.at, title: "First" });
    await addPulls(client, FEW);
    // Once unmeasured: a cold start would flatter the comparison.
    await measureAll(client);
    progress(`${FEW} pull requests`);
    const few = await measureAll(client);
    progress(`opening ${MANY - FEW} more`);
    await addPulls(client, MANY - FEW);
    progress(`${MANY} pull requests`);
    const many = await measureAll(client);
    return [...growthLines(few, many), ...rateLines(few)];
  } finally {
    await forge.stop();
  }
}

/** Milliseconds of each request. */
type Latencies = ReadonlyMap<string, number>;

function growthLines(few: Latencies, many: Latencies): BenchLine[] {
  return [...few].map(([name, milliseconds]) => ({
    name: `${name}, latency at ${MANY} pull requests over ${FEW}`,
    value: rounded((many.get(name) ?? Number.NaN) / milliseconds),
    unit: "x",
    goal: atMost(2),
  }));
}

function rateLines(few: Latencies): BenchLine[] {
  return [...few].map(([name, milliseconds]) => ({
    name: `${name}, ${FEW} pull requests`,
    value: Math.round(1_000 / milliseconds),
    unit: "requests/s",
    note: "one client, loopback",
  }));
}

function clientOf(forge: Forge): Octokit {
  const quiet = { debug() {}, info() {}, warn() {}, error() {} };
  return new Octokit({ baseUrl: `${forge.url}/api/v3`, auth: forge.users.admin.token, log: quiet });
}

async function measureAll(client: Client): Promise<Map<string, number>> {
  const measured = new Map<string, number>();
  for (const [name, ask] of Object.entries(REQUESTS)) measured.set(name, await bestMilliseconds(() => ask(client)));
  return measured;
}

/** Milliseconds of one request: the best of several samples, so that other work on the machine counts little. */
async function bestMilliseconds(ask: () => Promise<unknown>): Promise<number> {
  const samples: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const before = performance.now();
    for (let call = 0; call < CALLS; call += 1) await ask();
    samples.push((performance.now() - before) / CALLS);
  }
  return Math.min(...samples);
}

/** By the operation behind the route: it is the state that matters here, not how long it takes to make. */
async function addPulls({ forge, at }: Client, count: number): Promise<void> {
  const { hub } = forge;
  const repository = findRepository(hub.state, at.owner, at.repo);
  const user = findAccount(hub.state, forge.users.admin.login);
  if (repository === undefined || user === undefined) throw new Error("the forge has lost its repository or its admin");
  const acting = actingAs({ kind: "user", user, scopes: ["repo", "workflow"] }, Promise.resolve());
  const git = hub.git(repository);
  const base = git.refs.get(branchRef(repository.defaultBranch)) ?? "";
  const parent = await git.commit(base);
  if (parent === undefined) throw new Error("the repository is empty");
  const signature = signatureOfAccount(user, hub.now());
  for (let index = 0; index < count; index += 1) {
    const branch = `bench/${repository.pulls.size}`;
    const commit = { tree: parent.tree, parents: [base], message: branch, author: signature, committer: signature };
    const after = await git.writeCommit(commit);
    await hub.exclusive(repository, async () => {
      await applyRefUpdates(hub, acting, repository, [{ ref: branchRef(branch), before: ZERO_SHA, after }]);
      const requested = {
        title: branch,
        body: null,
        head: branch,
        base: "main",
        draft: false,
        maintainerCanModify: true,
      };
      await openPull(hub, acting, repository, requested);
    });
  }
}
