import { openPerson } from "../../sandbox/demo/person.js";
import type { Sandbox } from "../../sandbox/start-sandbox.js";
import type { DemoScreen } from "../demo/demo-screen.js";
import { showProgress } from "../demo/show-progress.js";
import type { Paint } from "../paint.js";
import { watch } from "../status/watch.js";
import type { SandboxRequest } from "./sandbox-options.js";
import { knownToRecorded } from "./sandbox-troubles.js";

type Stage = { readonly screen: DemoScreen; readonly paint: Paint };

/** Tells a person the first step, then what happens and when to act. */
export function guideThrough(sandbox: Sandbox, request: SandboxRequest, { screen, paint }: Stage) {
  process.stdout.write(`${firstSteps(sandbox, request)}\n`);
  const person = openPerson(sandbox.forge);
  const { owner, repo } = sandbox.forge.repo;
  const printed = new Set<string>();
  const once = (key: string, what: string) => {
    if (!printed.has(key)) screen.print(what);
    printed.add(key);
  };
  const show = showProgress(screen, person, sandbox.app.calls);
  const watching = watch(async () => {
    const state = await show();
    if (state === undefined) {
      const setup = await person.pullOf("factory/setup");
      if (setup?.state === "open") once("setup", paint.busy(`Your turn: merge the set-up in ${setup.html_url}`));
      return;
    }
    for (const { key, words, place } of await person.asked(state.request.issue)) {
      once(key, paint.busy(`The factory waits for ${words}\n${sandbox.pageUrl.pull(owner, repo, place)}`));
    }
    for (const release of await person.releases()) once(release.tag_name, paint.good(`Released: ${release.html_url}`));
  });
  return {
    failed: watching.failed,
    async stop(): Promise<void> {
      screen.close();
      await watching.stop();
    },
  };
}

/** What there is to build, and how it got there. */
function specNote({ spec, repository }: SandboxRequest): string {
  const branch = repository?.branch ?? "main";
  return spec === undefined ? `Push a SPEC.md to \`${branch}\`, too.` : `SPEC.md is on \`${branch}\` already.`;
}

function repositoryNote({ repository }: SandboxRequest): string[] {
  if (repository === undefined) return [];
  const { isDirty, head } = repository;
  return [
    `It began as your folder at ${head.slice(0, 10)}${isDirty ? ", without what is not committed there" : ""}.`,
    "For one small change label the issue `factory:quick`: that takes no SPEC.md.",
    "",
  ];
}

/** Lines that fit an ordinary terminal. Text to copy has a line of its own. */
function firstSteps({ forge, pageUrl }: Sandbox, request: SandboxRequest): string {
  const { model, data } = request;
  const { owner, repo } = forge.repo;
  const { admin } = forge.users;
  const clone = `git clone http://${admin.login}:${admin.token}@${forge.host}/${owner}/${repo}.git`;
  const ask = pageUrl.newIssue(owner, repo, { title: "Build it", labels: "factory" });
  return [
    "A GitHub on this machine, with the App installed:",
    `  ${pageUrl.repository(owner, repo)}`,
    "",
    ` 1. Read the App's set-up and merge it. ${specNote(request)}`,
    `    ${pageUrl.pulls(owner, repo)}`,
    " 2. Open an issue labelled `factory`:",
    `    ${ask}`,
    " 3. Read the spec's pull request, with what it will cost, and answer there:",
    "    /factory approve, amend or reject.",
    "",
    ...repositoryNote(request),
    ...modelNote(model),
    "Under every form you choose who you are; commands need write permission.",
    "To clone it:",
    `  ${clone}`,
    data === undefined
      ? "Ctrl-C ends it, and everything is gone then; --data DIR keeps it."
      : `Ctrl-C ends it; everything is kept in ${data}.`,
    "",
  ].join("\n");
}

function modelNote(model: SandboxRequest["model"]): string[] {
  if (model === "anthropic")
    return [
      "The model is real and paid with your ANTHROPIC_API_KEY, from step 2 on.",
      "The spec's pull request has the estimate.",
    ];
  return [`The model is recorded: it knows ${knownToRecorded(process.env)}, nothing else.`];
}
