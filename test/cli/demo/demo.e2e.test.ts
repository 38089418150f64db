import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { orThrow } from "../../../src/domain/refusal.js";
import { Spent } from "../../../src/features/budget/spent.js";
import { Cassette } from "../../../src/model/recordings/cassette.js";
import { afterTheSecond } from "../../../src/sandbox/demo/person.js";
import { readYaml } from "../../../src/yaml/yaml.js";
import { openChromium } from "../../support/chromium.js";
import { type FreshClone, freshClone } from "../../support/fresh-clone.js";
import { findChromium } from "../../support/programs/program-table.js";

const hasBrowser = findChromium() !== undefined;

type Running = {
  readonly clone: FreshClone;
  readonly child: ChildProcess;
  readonly said: { out: string; err: string };
  readonly exit: Promise<number>;
  browser?: { readonly page: Page; close(): Promise<void> };
};

/** What `npm run demo` does, in a fresh clone. With a browser the decision about the halt is left to its user. */
function startDemo(args: readonly string[], prepare: (folder: string) => void = () => undefined): Running {
  const clone = freshClone();
  prepare(clone.folder);
  execFileSync("npm", ["run", "--silent", "build"], { cwd: clone.folder, env: { ...clone.env } });
  const child = spawn(process.execPath, ["dist/cli.js", "demo", ...args], {
    cwd: clone.folder,
    env: { ...clone.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { out: "", err: "" };
  child.stdout.on("data", (chunk) => {
    said.out += String(chunk);
  });
  child.stderr.on("data", (chunk) => {
    said.err += String(chunk);
  });
  return { clone, child, said, exit: once(child, "close").then(([code]) => code as number) };
}

/** Every call that was recorded: a revision and an amendment are among them, and the demo ends without neither. */
function recordedCalls() {
  const folder = new URL("../../../fixtures/demo/recordings/", import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".yml"));
  for (const activity of ["revise", "amend"])
    expect(files.filter((file) => file.includes(`.${activity}.`))).not.toEqual([]);
  return files.flatMap((file) => {
    const { key, turns } = orThrow(readYaml(file, readFileSync(new URL(file, folder), "utf8"), Cassette));
    return turns.map(({ usage }) => ({ role: key.role, task: key.task, usage }));
  });
}

/** What those calls took, as the state adds it up. */
function tokensOf(calls: ReturnType<typeof recordedCalls>) {
  const sum = (count: (usage: (typeof calls)[number]["usage"]) => number) =>
    calls.reduce((total, { usage }) => total + count(usage), 0);
  return {
    calls: calls.length,
    input_tokens: sum((usage) => usage.input_tokens + usage.cache_read_tokens + usage.cache_write_tokens),
    output_tokens: sum((usage) => usage.output_tokens),
  };
}

describe("the demo, in a fresh clone with an empty home", () => {
  const started: { demo?: Running } = {};
  const demo = (): Running => {
    if (started.demo === undefined) throw new Error("the demo was not started");
    return started.demo;
  };
  const page = (): Page => {
    const { browser } = demo();
    if (browser === undefined) throw new Error("there is no browser");
    return browser.page;
  };

  beforeAll(async () => {
    started.demo = startDemo(hasBrowser ? ["--decide", "--keep"] : []);
    if (hasBrowser) demo().browser = await openChromium({ viewport: { width: 1200, height: 900 } });
  });

  afterAll(async () => {
    await started.demo?.browser?.close();
    if (started.demo?.child.exitCode === null) started.demo.child.kill("SIGINT");
    await started.demo?.exit;
    started.demo?.clone.remove();
  });

  it("says first what it will do and that the model is recorded, and where to look", async () => {
    const { said, child } = demo();
    await expect.poll(() => said.out.includes("Follow it in a browser") || child.exitCode !== null).toBe(true);
    const { out, err } = said;
    expect(err).toBe("");
    expect(out).toMatch(/a recorded model, which repeats answers\nthat were written by hand.*Follow it in a browser/s);
    expect(out).toMatch(/Follow it in a browser: http:\/\/127\.0\.0\.1:\d+\/acme\/product\n/);
  });

  describe("a person at its pages", { tags: ["chromium"] }, () => {
    it("sees the status comment move without touching anything, up to what is asked of them", async () => {
      const [, address = ""] = /Follow it in a browser: (\S+)/.exec(demo().said.out) ?? [];
      await expect.poll(() => demo().said.out).toContain("opens issue #2");
      await page().goto(`${address}/issues/2`);
      const seen = new Set<string>();
      await expect
        .poll(async () => {
          const text = await page().locator(".timeline").innerText();
          for (const [step] of text.matchAll(/Writing the spec|The spec is ready for you|\d of 4 tasks shipped/g)) {
            seen.add(step);
          }
          return text;
        })
        .toContain("Waiting for your decision about Say it in words");
      expect([...seen]).toEqual(
        expect.arrayContaining(["The spec is ready for you", "0 of 4 tasks shipped", "2 of 4 tasks shipped"]),
      );
    });

    it("goes from there to the halted pull request and reads the card", async () => {
      const waiting = page().locator("li", { hasText: "Waiting for your decision about Say it in words" });
      await waiting.getByRole("link", { name: "#6" }).click();
      const card = page().locator(".timeline .card", { hasText: "Your decision about Say it in words" });
      await card.waitFor();
      const text = await card.innerText();
      expect(text).toContain("the Challenger raised one objection twice in a row");
      expect(text).toContain("Recommended: /factory amend-spec");
      expect(text).toContain("Minutes that round up to 60 are said as an hour");
      expect(text).toMatch(/Cost so far \$0\.\d\d/);
      expect(demo().said.out).toMatch(
        /It is your turn\. Read the card and answer it: http:\S+\/acme\/product\/pull\/6\n/,
      );
    });

    it("types the command as a chosen user, and sees the task ship", async () => {
      // As it stands there: whole lines, from the command to the end of its block.
      const command = /^\/factory amend-spec [\s\S]*?^```$/m.exec(demo().said.out)?.[0] ?? "";
      expect(command).not.toBe("");
      // Nobody reads a card in the second in which it appears, and an answer in that second would be about an earlier one.
      await afterTheSecond();
      await page().getByLabel("Add a comment").fill(command);
      await page().locator("form[data-form=comment] select[name=as]").selectOption("writer");
      await page().getByRole("button", { name: "Comment", exact: true }).click();
      const said = page().locator(".timeline .card", { hasText: "writer" }).filter({ hasText: "/factory amend-spec" });
      await said.waitFor();
      await expect.poll(() => page().locator(".state").first().innerText()).toContain("Merged");
    });

    it("opens the release", async () => {
      await page()
        .getByRole("link", { name: /^Releases/ })
        .click();
      await expect.poll(() => page().locator("main, #content").innerText()).toContain("v1.0.1");
      await page().getByRole("link", { name: "v1.0.1" }).first().click();
      await page().getByText("The phrase for a number of minutes").waitFor();
      expect(new URL(page().url()).pathname).toBe("/acme/product/releases/tag/v1.0.1");
    });
  });

  it("has cost what its recorded calls cost, task by task and role by role", { tags: ["chromium"] }, async () => {
    await expect.poll(() => demo().said.out).toMatch(/Still up at http\S+; Ctrl-C ends it\.\n$/);
    const { clone, said } = demo();
    const [, address = ""] = /Follow it in a browser: (\S+)/.exec(said.out) ?? [];
    const status = execFileSync(process.execPath, ["dist/cli.js", "status", "--json", `${address}.git`], {
      cwd: clone.folder,
      env: { ...clone.env },
      encoding: "utf8",
    });
    const { spent } = z.object({ spent: Spent }).parse(JSON.parse(status));
    const recorded = recordedCalls();
    expect(spent.project).toMatchObject(tokensOf(recorded));
    const by = (of: "task" | "role") =>
      Object.fromEntries(
        [...new Set(recorded.map((call) => call[of]))].flatMap((name) =>
          name === null ? [] : [[name, tokensOf(recorded.filter((call) => call[of] === name))]],
        ),
      );
    expect(spent.tasks).toMatchObject(by("task"));
    expect(spent.roles).toMatchObject(by("role"));
    expect(Object.keys(spent.tasks)).toHaveLength(4);
    expect(Object.keys(spent.roles)).toHaveLength(5);
  });

  it("ends with what was built, its tests and its cost, and with 0", async () => {
    if (hasBrowser) {
      await expect.poll(() => demo().said.out).toMatch(/Still up at http\S+; Ctrl-C ends it\.\n$/);
      demo().child.kill("SIGINT");
    }
    expect(await demo().exit, demo().said.out).toBe(0);
    const { out, err } = demo().said;
    expect(err).toBe("");
    expect(out).toMatch(/The factory waits for a person's decision about the spec in #3\n/);
    expect(out).toMatch(/The demo's person, admin, in #3: \/factory amend TSK-003/);
    expect(out).toMatch(/Count words · the proposer revises it · \$/);
    expect(out).toMatch(/Estimate minutes · the proposer applies the arbiter's amendments · \$/);
    expect(out).toMatch(/Say it in words · halted, waits for a person's decision/);
    const whose = hasBrowser ? "your" : "a person's";
    expect(out).toMatch(
      new RegExp(`waits for ${whose} decision about Say it in words .*#6.*\\n +http\\S+/acme/product/pull/6\\n`),
    );
    expect(out).not.toContain("\u2060");
    expect(out).toContain("npx factory sandbox --spec FILE");
    expect(out).toMatch(/#7 Print a file's reading time is in work: http\S+\/acme\/product\/pull\/7\n/);
    expect(out).toMatch(/#7 Print a file's reading time has shipped/);
    expect(out).toMatch(/Released as v1\.0\.1: http/);
    expect(out).toMatch(/ {2}src\/reading-time\.js\n/);
    expect(out).toMatch(/factory: T-reading-command-a-file-s-reading-time-001 - Print a file's reading time/);
    expect(out).toMatch(/ℹ pass 20\n {2}ℹ fail 0/);
    expect(out).toMatch(/Released v1\.0\.1 in .+: 7 pull requests, 4 decisions of a person\./);
    // A short phase can pass between two looks. What it leaves is its cost, which adds up to what was recorded, to the token.
    const { calls, input_tokens, output_tokens } = tokensOf(recordedCalls());
    const count = (tokens: number) => tokens.toLocaleString("en-US");
    expect(out).toContain(
      `${calls} calls of a recorded model: ${count(input_tokens)} tokens in, ${count(output_tokens)} out, $`,
    );
    expect(out).toMatch(/ out, \$\d+\.\d\d at list price/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are what is looked for
    expect(out).not.toMatch(/\u001b/);
  });

  it("leaves nothing behind outside the clone", () => {
    expect(demo().clone.leftBehind()).toEqual({ home: [], temporary: [], beside: [] });
  });
});

it("the demo ends with 1, and says why, where there is no release: here an answer was never recorded", async () => {
  const { child, clone, exit, said } = startDemo([], (folder) => {
    rmSync(join(folder, "fixtures/demo/recordings/product/draft.2.yml"));
  });
  try {
    expect(await exit, said.out).toBe(1);
    expect(said.err).toContain("factory demo: the recorded model knows no answer to this.");
    expect(said.out).not.toContain("Released");
    expect(clone.leftBehind()).toEqual({ home: [], temporary: [], beside: [] });
  } finally {
    child.kill("SIGINT");
    await exit;
    clone.remove();
  }
});
