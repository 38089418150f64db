import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { Octokit } from "@octokit/rest";
import { startAppProcess } from "../sandbox/start-app-process.js";
import { type Sandbox, startSandbox } from "../sandbox/start-sandbox.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { checkGit } from "./sandbox-options.js";

const SPEC = new URL("../../fixtures/demo/SPEC.md", import.meta.url);
/** Far longer than any step takes; a demo that hangs must say so. */
const PATIENCE_MS = 60_000;

const INTRODUCTION = `This runs the real App against a GitHub on this machine, with real git underneath. No account, key or network is used,
and the model is recorded: it repeats answers that were given once for this SPEC.md.

It goes from SPEC.md to the first task's pull request. What happens inside a task's pull request is not part of this
version yet.
`;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

export async function runDemo(args: readonly string[]): Promise<ExitCode> {
  const flags = readFlags(args);
  const git = await checkGit();
  if (typeof flags === "string" || !git.ok) {
    process.stderr.write(`factory demo: ${typeof flags === "string" ? flags : git.ok ? "" : git.refusal.message}\n`);
    return EXIT.badInput;
  }
  say(INTRODUCTION);
  const stopped = new Promise<"stopped">((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve("stopped"));
  });
  const sandbox = await startSandbox({
    startApp: (variables) => startAppProcess({ ...variables, LOG_LEVEL: "error" }),
    model: "recorded",
    spec: await readFile(SPEC, "utf8"),
    forge: { log: () => {} },
  });
  try {
    const ended = await Promise.race([play(sandbox), stopped]);
    if (ended === "stopped") return EXIT.failed;
    if (flags.keep) {
      say(`\nStill up at ${sandbox.forge.url}; Ctrl-C ends it.`);
      await stopped;
    }
    return EXIT.ok;
  } finally {
    await sandbox.stop();
  }
}

function readFlags(args: readonly string[]): { readonly keep: boolean } | string {
  try {
    const { keep = false } = parseArgs({
      args: [...args],
      options: { keep: { type: "boolean" } },
      strict: true,
    }).values;
    return { keep };
  } catch (error) {
    if (!(error instanceof TypeError) || !("code" in error)) throw error;
    return error.message;
  }
}

/** The story, played by a person with admin rights; every wait is for something GitHub shows. */
async function play({ forge }: Sandbox): Promise<void> {
  const { owner, repo } = forge.repo;
  const at = { owner, repo };
  const quiet = { debug() {}, info() {}, warn() {}, error() {} };
  const admin = new Octokit({ baseUrl: `${forge.url}/api/v3`, auth: forge.users.admin.token, log: quiet });
  const began = Date.now();
  const step = (text: string) => say(`${((Date.now() - began) / 1000).toFixed(1).padStart(5)} s  ${text}`);
  const comment = (issue_number: number, body: string) =>
    admin.rest.issues.createComment({ ...at, issue_number, body });
  const pullOf = async (branch: string) => {
    const { data } = await admin.rest.pulls.list({ ...at, head: `${owner}:${branch}`, state: "all" });
    return data[0];
  };

  const setup = await until("the set-up pull request", () => pullOf("factory/setup"));
  step(`${owner}/${repo} has a SPEC.md, so the App proposes its set-up: pull request #${setup.number}`);
  await admin.rest.pulls.merge({ ...at, pull_number: setup.number, merge_method: "squash" });
  step(`${forge.users.admin.login} merges it: that is consent, and nothing happened before`);
  const { data: issue } = await admin.rest.issues.create({ ...at, title: "Build reading-time", labels: ["factory"] });
  step(`issue #${issue.number} is labelled \`factory\``);
  const spec = await until("the spec's pull request", () => pullOf(`factory/spec-${issue.number}`));
  step(`the product role (recorded) wrote the spec: pull request #${spec.number}, "${spec.title}"`);

  await afterTheSecond();
  await comment(spec.number, "/factory amend TSK-003 should say hours from 60 minutes on");
  step("a person answers: /factory amend TSK-003 should say hours from 60 minutes on");
  await until("the amended spec", async () =>
    (await pullOf(`factory/spec-${issue.number}`))?.head.sha !== spec.head.sha ? true : undefined,
  );
  await until("the status comment", async () => {
    const { data } = await admin.rest.issues.listComments({ ...at, issue_number: issue.number });
    return data[0]?.body?.includes("ready for you");
  });
  step("the draft is patched; what was not mentioned is as it was");

  await afterTheSecond();
  await comment(spec.number, "/factory approve");
  step("a person answers: /factory approve");
  const task = await until("the first task", () => pullOf("factory/T-reading-estimate-from-text-to-words-001"));
  step(
    `the spec is merged, the project laid out, and the first task has pull request #${task.number}, "${task.title}"`,
  );
  await until("the status comment", async () => {
    const { data } = await admin.rest.issues.listComments({ ...at, issue_number: issue.number });
    return data[0]?.body?.includes(`#${task.number}`);
  });

  const { data: tree } = await admin.rest.git.getTree({ ...at, tree_sha: "factory/state", recursive: "true" });
  say("\nWhat the state branch holds:");
  for (const { type, path } of tree.tree) if (type === "blob") say(`  ${path}`);
  const { data: commits } = await admin.rest.repos.listCommits({ ...at, sha: "factory/state" });
  say("\nEvery decision is a commit there, oldest first:");
  for (const { commit } of commits.toReversed()) say(`  ${commit.message.split("\n")[0]}`);
  const { data: comments } = await admin.rest.issues.listComments({ ...at, issue_number: issue.number });
  say(`\nThe status comment of issue #${issue.number}:\n`);
  say(
    (comments[0]?.body ?? "")
      .split("\n")
      .slice(1)
      .map((line) => `  ${line}`)
      .join("\n"),
  );
}

/** GitHub's instants are whole seconds: an answer in the second in which the spec appeared would not be about it. */
function afterTheSecond(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1_100));
}

async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<NonNullable<T>> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; ) {
    const seen = await look();
    if (seen) return seen;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  throw new Error(`${what} did not come within ${PATIENCE_MS / 1000} s`);
}
