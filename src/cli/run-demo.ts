import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { type BuiltProduct, inspectProduct } from "../sandbox/demo/built-product.js";
import { openPerson } from "../sandbox/demo/person.js";
import { dollars } from "../sandbox/demo/progress-line.js";
import { type Ending, playStory } from "../sandbox/demo/story.js";
import { startAppProcess } from "../sandbox/start-app-process.js";
import { type Sandbox, startSandbox } from "../sandbox/start-sandbox.js";
import { openDemoScreen } from "./demo-screen.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { paintFor } from "./paint.js";
import { checkGit } from "./sandbox-options.js";

const SPEC = new URL("../../fixtures/demo/SPEC.md", import.meta.url);

const INTRODUCTION = `From SPEC.md to a release, on this machine: the real App, a local GitHub with real git and a real Actions runner, and
a recorded model, which repeats answers that were given once for this SPEC.md. No account, no key, no network.

A person amends and approves the spec. Four tasks follow, each a pull request: plan, contract and failing tests, code,
gates, a challenger and an arbiter. One is revised, one is amended, one halts and asks; then everything is released and
the product's own tests run in a fresh clone. It takes a minute or two.
`;

export async function runDemo(args: readonly string[]): Promise<ExitCode> {
  const flags = readFlags(args);
  const git = await checkGit();
  if (typeof flags === "string" || !git.ok) {
    process.stderr.write(`factory demo: ${typeof flags === "string" ? flags : git.ok ? "" : git.refusal.message}\n`);
    return EXIT.badInput;
  }
  process.stdout.write(`${INTRODUCTION}\n`);
  const stopped = new Promise<"stopped">((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve("stopped"));
  });
  const sandbox = await startSandbox({
    startApp: (variables) => startAppProcess({ ...variables, LOG_LEVEL: "error" }),
    model: "recorded",
    spec: await readFile(SPEC, "utf8"),
    forge: { log: () => {} },
  });
  const appEnded = sandbox.app.ended.then((why) => Promise.reject(new Error(why)));
  try {
    const ended = await Promise.race([play(sandbox), stopped, appEnded]);
    if (ended === "stopped") return EXIT.failed;
    if (flags.keep) {
      process.stdout.write(`\nStill up at ${sandbox.forge.url}; Ctrl-C ends it.\n`);
      await Promise.race([stopped, appEnded]);
    }
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    process.stderr.write(`\nfactory demo: ${error.message}\n`);
    return EXIT.failed;
  } finally {
    appEnded.catch(() => undefined); // it ends because it is stopped here
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

/** The story is told as it happens; what was built is inspected at the end. Anything missing is a failure. */
async function play({ forge }: Sandbox): Promise<void> {
  const person = openPerson(forge);
  const screen = openDemoScreen(process.stdout, paintFor(process.stdout, process.env));
  const watching = screen.watch(() => person.state());
  try {
    const { owner, repo } = forge.repo;
    screen.tell(`Look at it meanwhile: ${forge.url}/${owner}/${repo}`);
    const ending = await playStory(person, screen.tell);
    await watching.stop();
    screen.tell(`Released as ${ending.tag}`);
    summarise(ending, await inspectProduct(forge, forge.users.admin.token), await person.state(), await person.pulls());
  } finally {
    await watching.stop();
  }
}

function summarise(
  { tag, issue }: Ending,
  { files, log, tests }: BuiltProduct,
  state: Awaited<ReturnType<ReturnType<typeof openPerson>["state"]>>,
  pulls: readonly unknown[],
): void {
  if (state === undefined) throw new Error("the state branch is gone");
  const { calls, input_tokens, output_tokens } = state.spent.project;
  const say = (line = "") => process.stdout.write(`${line}\n`);
  say(`\nThe product, cloned afresh at ${tag}:`);
  for (const file of files.filter((path) => !path.startsWith(".factory/"))) say(`  ${file}`);
  say(
    `  .factory/ (${files.filter((path) => path.startsWith(".factory/")).length} files: spec, contracts, evidence, index, release)`,
  );
  say("\nIts history:");
  for (const line of log) say(`  ${line}`);
  say("\nIts own tests, in that clone:");
  for (const line of tests.trimEnd().split("\n")) say(`  ${line}`);
  say(`\n${pulls.length} pull requests, 4 decisions of a person, all asked for in issue #${issue}.`);
  say(
    `${calls} calls of a recorded model: ${input_tokens} tokens in, ${output_tokens} out, ${dollars(state)} at list price.`,
  );
}
