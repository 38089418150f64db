/** A live model's product is recorded from the sandbox, and played again without it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { orThrow } from "../../../src/domain/refusal.js";
import { afterTheSecond, openPerson, until } from "../../../src/sandbox/demo/person.js";
import { StoryFile } from "../../../src/sandbox/recorded-story/story-file.js";
import { readYaml } from "../../../src/yaml/yaml.js";
import { COMPILED_CLI } from "../../support/compiled-cli.js";
import { openScriptFolder } from "../../support/script-folder.js";
import { scriptedAnswers } from "../../support/scripted-answers.js";
import { SPEC_TEXT } from "../../support/scripted-product.js";
import { smoothAnswers, toy, toyTask } from "../../support/toy-modules.js";

const folder = mkdtempSync(join(tmpdir(), "factory-story-"));
const story = join(folder, "story");
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

function factory(env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const child = spawn(process.execPath, [COMPILED_CLI, ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  const said = { out: "", err: "" };
  child.stdout.on("data", (chunk) => {
    said.out += String(chunk);
  });
  child.stderr.on("data", (chunk) => {
    said.err += String(chunk);
  });
  return { child, said, exit: once(child, "close").then(([code]) => code as number) };
}

const Ready = z.object({
  forge: z.string(),
  repo: z.string(),
  users: z.object({ admin: z.object({ login: z.string(), token: z.string() }) }),
});

const storyFile = () => orThrow(readYaml("story.yml", readFileSync(join(story, "story.yml"), "utf8"), StoryFile));

/** A person at the sandbox: consents, asks, tries a command that is refused, and approves. */
async function recordProduct(): Promise<void> {
  const spec = join(folder, "my-spec.md");
  writeFileSync(spec, SPEC_TEXT);
  const script = openScriptFolder(smoothAnswers([toyTask(1, [toy("alpha", 1)])]));
  const server = await scriptedAnswers(script.folder);
  const env = { ANTHROPIC_API_KEY: "key", ANTHROPIC_BASE_URL: server.url, LOG_LEVEL: "silent" };
  const flags = ["--spec", spec, "--model", "anthropic", "--unconfined", "--json", "--record", story];
  const { child, said, exit } = factory(env, "sandbox", ...flags);
  try {
    const ready = await until("the sandbox", async () =>
      said.out.includes("\n") ? Ready.parse(JSON.parse(said.out)) : undefined,
    );
    const [owner = "", repo = ""] = ready.repo.split("/");
    const person = openPerson({ url: ready.forge, repo: { owner, repo }, users: ready.users });
    await person.merge((await until("the set-up", () => person.pullOf("factory/setup"))).number);
    const issue = await person.ask("Build wrappers");
    const [asked] = await until("the question", async () => {
      const open = await person.asked(issue);
      return open.length > 0 ? open : undefined;
    });
    for (const words of ["/factory amend", "/factory approve"]) {
      await afterTheSecond();
      await person.comment(asked?.place ?? 0, words);
    }
    await until("the release in the story", async () => storyFile().released ?? undefined);
  } finally {
    child.kill("SIGINT");
    await server.close();
    script.remove();
  }
  expect(await exit, said.err).toBe(0);
}

describe("a recorded story", () => {
  beforeAll(recordProduct);

  it("has the request, the model's answers, and what the person said to which question", () => {
    expect(readFileSync(join(story, "SPEC.md"), "utf8")).toBe(SPEC_TEXT);
    expect(readdirSync(join(story, "recordings"))).toEqual(["arbiter", "challenger", "planner", "product", "proposer"]);
    const { about, request, config, steps, released } = storyFile();
    expect(about).toBe("A live model's answers, recorded unedited. Its tokens are estimated.");
    expect(request).toEqual({ title: "Build wrappers", body: "", labels: ["factory"] });
    expect({ config, released }).toEqual({ config: null, released: "v1.0.0" });
    const [step] = steps;
    expect(steps).toHaveLength(1);
    expect(step?.asked?.decision).toBe("spec");
    expect(step?.said.map(({ text }) => text)).toEqual(["/factory amend", "/factory approve"]);
  });

  it("is played to its release without a key, also when a prompt has changed since, and counts what differs", async () => {
    const recording = join(story, "recordings/product/draft.1.yml");
    const changed = readFileSync(recording, "utf8").replace(/^ {2}prompt: .*$/m, "  prompt: older");
    writeFileSync(recording, changed);
    const { said, exit } = factory({ ANTHROPIC_API_KEY: "" }, "demo", "--story", story, "--unconfined");
    expect(await exit, said.err).toBe(0);
    expect(said.out).toContain("A live model's answers, recorded unedited. Its tokens are estimated.");
    expect(said.out).toMatch(/The person of the story, in #\d+: \/factory amend\n/);
    expect(said.out).toMatch(/Released v1\.0\.0 in .*: 4 pull requests, 2 decisions of a person\./);
    expect(said.out).toContain("Its own tests, run in that clone:");
    expect(said.out).toMatch(/1 question differs today .*:\n {2}product\/draft\.1: the prompt is version .*older/);
  });

  it("ends with words where an answer is missing", async () => {
    rmSync(join(story, "recordings/planner"), { recursive: true });
    const { said, exit } = factory({}, "demo", "--story", story, "--unconfined");
    expect(await exit).toBe(1);
    expect(said.err).toMatch(/factory demo: the recorded model knows no answer to this\..*planner\/.*plan\.1/s);
  });

  it.each([
    ["none of that name", ["--story", "no-such-story"], "there is no recorded story no-such-story"],
    ["a folder without one", ["--story", "./src"], "./src is no recorded story: SPEC.md and story.yml and recordings"],
    ["a decision of one's own", ["--story", "x", "--decide"], "leave out --decide"],
  ])("is refused with exit code 2: %s", async (_, flags, why) => {
    const { said, exit } = factory({}, "demo", ...flags);
    expect(await exit).toBe(2);
    expect(said.err).toContain(why);
  });
});
