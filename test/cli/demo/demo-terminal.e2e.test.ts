import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { runDemo } from "../../../src/cli/demo/run-demo.js";
import { afterTheSecond } from "../../../src/sandbox/demo/person.js";
import { runningProcesses, startEnvironment } from "../../../src/sandbox/runner/process/process-table.js";

import { COMPILED_CLI } from "../../support/compiled-cli.js";
import { haltingRecordings } from "../../support/halting-demo.js";
import { printed } from "../../support/printed.js";
import { specOfTasks, specTask } from "../../support/product-spec.js";
import { openScriptFolder } from "../../support/script-folder.js";
import { scriptedAnswers } from "../../support/scripted-answers.js";
import { CONFINING, searchPathWithout } from "../../support/search-path.js";
import { type AtTerminal, atTerminal, CTRL_C } from "../../support/terminal.js";
import { type Answers, criteriaOf, planOf, smoothAnswers, toy, toyTask } from "../../support/toy-modules.js";

const DEMO = `${process.execPath} ${COMPILED_CLI} demo`;
const DECIDE = ["--decide", "--unconfined"].join(" ");
/** One task. Its plan is refused once, so that a person is asked. */
const TASK = toyTask(1, [toy("alpha", 1)]);
const AMENDED = specTask(1, {
  name: TASK.name,
  description: "Says hours from 60 minutes on.",
  acceptance_criteria: criteriaOf(TASK),
  depends_on: [],
});
const REAL_ANSWERS: Answers = {
  ...smoothAnswers([TASK]),
  "product/draft.2": [{ answer: { ...specOfTasks([AMENDED]), spec_version: "1.1.0" } }],
  [`planner/${TASK.id}/plan.1`]: [{ refuse: "I cannot plan this." }],
  [`planner/${TASK.id}/plan.2`]: [{ answer: planOf(TASK) }],
};
/** What the script answers is known, so it may run on a machine that confines nothing. */
const REAL_MODEL = ["--model anthropic", "--unconfined"].join(" ");
const NOTHING = { files: [], processes: [] };

const made: { halting?: ReturnType<typeof haltingRecordings> } = {};
const halting = () => {
  made.halting ??= haltingRecordings();
  return made.halting;
};
afterAll(() => made.halting?.remove());

describe("the demo at a terminal", { tags: ["script"] }, () => {
  const open: AtTerminal[] = [];
  const closing: (() => Promise<void> | void)[] = [];
  const start = (flags: string, env: Readonly<Record<string, string>> = {}) => {
    const terminal = atTerminal(`${DEMO} ${flags}`, env);
    open.push(terminal);
    return terminal;
  };
  afterEach(async () => {
    for (const terminal of open.splice(0)) terminal.remove();
    for (const close of closing.splice(0)) await close();
  });

  it("is ended by Ctrl-C in the middle of the work, and by a second one no sooner: nothing is left", async () => {
    const terminal = start("");
    await terminal.shows("red gates");
    expect(terminal.shown()).toContain("A\r\u001b[J");
    expect(terminal.shown()).toContain("\u001b[33m  ● Count words");
    expect(terminal.shown()).toMatch(/○ Say it in words +waits for Estimate minutes/);
    expect(terminal.shown()).toMatch(/\d:\d\d · 0 of 4 tasks shipped · \$0\.\d\d at list price/);
    terminal.type(CTRL_C);
    await terminal.shows("Stopped by SIGINT; cleaning up.");
    terminal.type(CTRL_C);
    expect(await terminal.exit).toBe(130);
    expect(terminal.leftBehind()).toEqual(NOTHING);
  });

  it("is ended by Ctrl-C while it starts, and uses no colour where none is wanted", async () => {
    const terminal = start("", { NO_COLOR: "1" });
    await terminal.shows("are started");
    terminal.type(CTRL_C);
    expect(await terminal.exit).toBe(130);
    expect(terminal.leftBehind()).toEqual(NOTHING);
    expect(terminal.shown()).not.toContain("\u001b[");
  });

  it("is ended by Ctrl-C while it waits for a decision at the keyboard: nothing is left", async () => {
    const terminal = start(DECIDE, { ...halting().env });
    await terminal.shows("It is your turn");
    terminal.type(CTRL_C);
    expect(await terminal.exit).toBe(130);
    expect(terminal.leftBehind()).toEqual(NOTHING);
    expect(terminal.shown().split("Stopped by SIGINT")[1]).not.toContain("tasks shipped");
  });

  it("says kindly that the recorded model has no answer to another decision, and keeps running until Ctrl-C", async () => {
    const terminal = start(DECIDE, { ...halting().env });
    await terminal.shows("This answer leads on; what follows from any other was never recorded");
    await afterTheSecond();
    terminal.type(`${markedIn(terminal.shown()).replaceAll("left open", "forgot")}\n`);
    await terminal.shows(/Your decision is made, .*:\r?\nhttp\S+\/pull\/4\r?\n/);
    expect(terminal.shown().split("Your decision is made")[0]).toContain("The factory answers in #4: ");
    await terminal.shows("Everything is still up, to look around in; Ctrl-C ends it.");
    const [page = ""] = /http\S+\/pull\/4/.exec(terminal.shown()) ?? [];
    expect(await (await fetch(page)).text()).toContain("The spec forgot what minutes");
    terminal.type(CTRL_C);
    expect(await terminal.exit).toBe(130);
    expect(terminal.shown()).not.toContain("factory demo: ");
    expect(terminal.leftBehind()).toEqual(NOTHING);
  });

  it("shows what a real model may cost and asks; a no starts nothing", async () => {
    const terminal = start(REAL_MODEL, { ANTHROPIC_API_KEY: "key" });
    await terminal.shows("Go on? [y/N]");
    expect(terminal.shown()).toMatch(/Estimate for 4 tasks: about \$\d+\.\d\d at list price, about \d+ minutes/);
    expect(terminal.shown()).toContain("It stops and asks you at $5.00");
    terminal.type("\n");
    expect(await terminal.exit).toBe(1);
    expect(terminal.shown()).toContain("Nothing was started and nothing was spent.");
  });

  it("goes the same way to a release with a real model, after asking, and takes the answers that are typed", async () => {
    const asked = new Set<string>();
    const script = openScriptFolder(REAL_ANSWERS);
    const server = await scriptedAnswers(script.folder, { seen: ({ question }) => asked.add(question) });
    closing.push(server.close, script.remove);
    const terminal = start(REAL_MODEL, { ANTHROPIC_API_KEY: "key", ANTHROPIC_BASE_URL: server.url });
    await terminal.shows("Go on? [y/N]");
    expect(terminal.shown()).toContain(`The model is real: ${server.url}`);
    expect(asked.size).toBe(0);
    terminal.type("y\n");
    await terminal.shows(/The demo's person, admin, in #3: \/factory approve/);
    await terminal.shows(/It is your turn\. .*\/acme\/product\/pull\/4/);
    // An answer in the second in which the card appeared would be about an earlier one.
    await afterTheSecond();
    terminal.type("/factory approve it, please\n");
    await terminal.shows("admin in #4: /factory approve it, please");
    await terminal.shows("The factory answers in #4: ");
    terminal.type("/factory retry\n");
    await terminal.shows("calls of a real model");
    expect(await terminal.exit, terminal.shown()).toBe(0);
    expect(terminal.shown()).toMatch(/Released v1\.1\.0 in .+: 4 pull requests, 4 decisions of a person/);
    expect([...asked].sort()).toEqual(Object.keys(REAL_ANSWERS).sort());
    expect(terminal.leftBehind()).toEqual(NOTHING);
  });
});

/** What somebody marks with the mouse: whole lines, from the command to the end of its block. */
function markedIn(shown: string): string {
  return /^\/factory [\s\S]*?^```$/m.exec(shown.replaceAll("\r", ""))?.[0] ?? "";
}

it("the demo elsewhere shows what the App answers to another decision, names no page that is gone, and ends with 1", async () => {
  const demo = spawn(process.execPath, [COMPILED_CLI, "demo", ...DECIDE.split(" ")], {
    env: { ...process.env, ...halting().env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exit = once(demo, "close").then(([code]) => code as number);
  const said = { out: "", err: "" };
  demo.stdout.on("data", (chunk) => {
    said.out += String(chunk);
  });
  demo.stderr.on("data", (chunk) => {
    said.err += String(chunk);
  });
  try {
    await expect.poll(() => said.out).toContain("This answer leads on");
    const [page = ""] = /http\S+\/pull\/4/.exec(said.out) ?? [];
    await afterTheSecond();
    const sent = await fetch(`${page.replace("/pull/", "/issues/")}/comments`, {
      method: "POST",
      headers: { origin: new URL(page).origin },
      body: new URLSearchParams({ as: "admin", body: "/factory retry", afterwards: "stay" }),
    });
    expect(sent.status).toBe(200);
    expect(await exit, said.out).toBe(1);
  } finally {
    demo.kill("SIGINT");
    await exit;
  }
  const [before = "", after = ""] = said.out.split("Your decision is made, and the App has begun to act on it.\n");
  expect(before).toContain("The factory answers in #4: ");
  expect(after).toContain("So this\nstory ends here.");
  expect(after).not.toContain("http");
  expect(said.err).toBe("");
});

describe("the demo, when it is killed", () => {
  it("takes the App with it: no process outlives it", async () => {
    const temporary = mkdtempSync(join(tmpdir(), "demo-killed-"));
    const mark = `TMPDIR=${temporary}`;
    const processes = () => (runningProcesses() ?? []).filter(({ pid }) => startEnvironment(pid).includes(mark));
    const demo = spawn(process.execPath, [COMPILED_CLI, "demo"], {
      env: { ...process.env, TMPDIR: temporary },
      stdio: ["ignore", "pipe", "ignore"],
    });
    const said = { out: "" };
    demo.stdout.on("data", (chunk) => {
      said.out += String(chunk);
    });
    try {
      await expect.poll(() => said.out).toContain("Follow it in a browser");
      expect(processes().length).toBeGreaterThan(1);
      demo.kill("SIGKILL");
      await expect.poll(processes).toEqual([]);
    } finally {
      demo.kill("SIGKILL");
      rmSync(temporary, { recursive: true, force: true });
    }
  });
});

describe("the demo with a real model", () => {
  it("is refused where nothing confines what the model writes, before anything is asked or started", async () => {
    const path = searchPathWithout(CONFINING);
    vi.stubEnv("PATH", path);
    vi.stubEnv("ANTHROPIC_API_KEY", "key");
    try {
      const { exit, out, err } = await printed(() => runDemo(["--model", "anthropic", "--yes"]));
      expect({ exit, out }).toEqual({ exit: 2, out: "" });
      expect(err).toMatch(/^factory demo: nothing confines code on this machine: .* add --unconfined/);
    } finally {
      vi.unstubAllEnvs();
      rmSync(path, { recursive: true });
    }
  });

  it("is refused where nobody can be asked, and without a key", async () => {
    const before = process.env.ANTHROPIC_API_KEY;
    try {
      delete process.env.ANTHROPIC_API_KEY;
      const keyless = await printed(() => runDemo(["--model", "anthropic", "--yes"]));
      expect(keyless).toMatchObject({ exit: 2, out: "" });
      expect(keyless.err).toContain("--model anthropic needs ANTHROPIC_API_KEY in the environment");
      process.env.ANTHROPIC_API_KEY = "key";
      const unasked = await printed(() => runDemo(["--model", "anthropic"]));
      expect(unasked).toMatchObject({ exit: 2, out: "" });
      expect(unasked.err).toContain("add --yes to agree beforehand");
    } finally {
      if (before === undefined) delete process.env.ANTHROPIC_API_KEY;
      else process.env.ANTHROPIC_API_KEY = before;
    }
  });

  it.each([
    [["--fast"], "Unknown option '--fast'. `factory demo --help` lists what it takes."],
    [["--model", "gpt"], "--model must be recorded or anthropic, not gpt"],
    [["now"], "Unexpected argument 'now'"],
  ])("refuses %j and says what to do", async (args, words) => {
    const { exit, out, err } = await printed(() => runDemo(args));
    expect({ exit, out }).toEqual({ exit: 2, out: "" });
    expect(err).toContain(words);
  });
});
