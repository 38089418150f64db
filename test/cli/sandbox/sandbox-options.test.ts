import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { checkGit, readSandboxOptions } from "../../../src/cli/sandbox/sandbox-options.js";

const folder = mkdtempSync(join(tmpdir(), "sandbox-options-"));
const file = (name: string) => join(folder, name);
beforeAll(() => {
  writeFileSync(file("spec.md"), "# Spec\n");
  writeFileSync(file("empty.md"), "\n \n");
  writeFileSync(
    file("faults.yml"),
    "seed: 3\ndeliveries: [{ event: '*', when: { every: 2 }, fault: { kind: drop } }]\n",
  );
  writeFileSync(file("bad.yml"), "requests:\n  - route: nowhere\n");
});
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => vi.unstubAllEnvs());

describe("the options of factory sandbox", () => {
  it("are all optional", async () => {
    expect(await readSandboxOptions([])).toEqual({
      ok: true,
      value: {
        port: 0,
        data: undefined,
        as: "github.com",
        model: "recorded",
        spec: undefined,
        repository: undefined,
        faults: undefined,
        unconfined: false,
        record: undefined,
        json: false,
      },
    });
  });

  it("name a port, a folder, and files that are read", async () => {
    vi.stubEnv("ANTHROPIC_API_KEY", "key");
    const files = ["--spec", file("spec.md"), "--faults", file("faults.yml")];
    const read = await readSandboxOptions(["--port", "8080", "--data", "here", "--model", "anthropic", ...files]);
    expect(read.ok && read.value).toMatchObject({
      port: 8080,
      data: resolve("here"),
      spec: "# Spec\n",
      faults: { seed: 3 },
    });
  });

  it.each([
    [["--nope"], "--nope"],
    [["word"], "word"],
    [["--port"], "--port"],
    [["--port", "70000"], "--port must be a number from 0 (any free port) to 65535, not 70000"],
    [["--port", "80.5"], "--port must be"],
    [["--port", ""], "--port must be"],
    [["--model", "gpt"], "--model must be recorded or anthropic, not gpt"],
    [["--spec", file("none.md")], "cannot be read: there is no such file. Give the path of a file that you may read."],
    [["--spec", folder], "cannot be read: it is a folder."],
    [["--spec", file("empty.md")], "is empty. Write down what the product is, in your own words."],
    [["--faults", file("none.yml")], "--faults:"],
    [["--faults", file("bad.yml")], "bad.yml:2: requests[0].route: must look like"],
  ])("refuse %j and say what to do", async (args, message) => {
    const read = await readSandboxOptions(args);
    expect(read.ok ? "accepted" : read.refusal.message).toContain(message);
  });

  it("refuse a SPEC.md that the recorded model does not know, and say what to do", async () => {
    const refused = await readSandboxOptions(["--spec", file("spec.md")]);
    expect(refused.ok ? "accepted" : refused.refusal.message).toBe(
      `--spec: the recorded model knows the demo's SPEC.md and cannot answer to ${file("spec.md")}: add --model anthropic, which needs ANTHROPIC_API_KEY, or leave out --spec`,
    );
  });

  it("accept the demo's SPEC.md, and any one where recordings of one's own are named", async () => {
    expect(await readSandboxOptions(["--spec", "fixtures/demo/SPEC.md"])).toMatchObject({ ok: true });
    vi.stubEnv("REPLAY_FROM", folder);
    expect(await readSandboxOptions(["--spec", file("spec.md")])).toMatchObject({ ok: true });
  });

  it("record a story of a real model from its SPEC.md, and overwrite none", async () => {
    vi.stubEnv("ANTHROPIC_API_KEY", "key");
    const into = join(folder, "told");
    const args = ["--model", "anthropic", "--record", into];
    const incomplete = await readSandboxOptions(args);
    expect(incomplete.ok ? "" : incomplete.refusal.message).toContain("add --model anthropic and --spec");
    const whole = [...args, "--spec", file("spec.md")];
    expect(await readSandboxOptions(whole)).toMatchObject({ ok: true, value: { record: into } });
    writeFileSync(join(into, "story.yml"), "");
    const again = await readSandboxOptions(whole);
    expect(again.ok ? "" : again.refusal.message).toContain("has a recorded story already");
    expect(await readSandboxOptions([...whole, "--data", join(folder, "data")])).toMatchObject({ ok: true });
  });

  it("ask for a key only where a model needs one", async () => {
    vi.stubEnv("ANTHROPIC_API_KEY", "");
    const refused = await readSandboxOptions(["--model", "anthropic"]);
    expect(refused.ok ? "" : refused.refusal.message).toContain("ANTHROPIC_API_KEY");
    vi.stubEnv("ANTHROPIC_API_KEY", "key");
    const read = await readSandboxOptions(["--model", "anthropic"]);
    expect(read.ok && read.value.model).toBe("anthropic");
  });
});

describe("git", () => {
  const withGit = async (output: string | undefined) => {
    const bin = mkdtempSync(join(tmpdir(), "fake-git-"));
    if (output !== undefined) writeFileSync(join(bin, "git"), `#!/bin/sh\necho '${output}'\n`, { mode: 0o755 });
    vi.stubEnv("PATH", bin);
    const checked = await checkGit();
    rmSync(bin, { recursive: true });
    return checked.ok ? checked.value : checked.refusal.message;
  };

  it.each([
    ["git version 2.38.0", "2.38.0"],
    ["git version 2.50", "2.50.0"],
    ["git version 2.39.5 (Apple Git-154)", "2.39.5"],
    ["git version 2.37.7", "git 2.37.7 is too old. Install git 2.38.0 or newer."],
    ["something else", "git is not installed or not on the PATH. Install git 2.38.0 or newer."],
    [undefined, "git is not installed or not on the PATH. Install git 2.38.0 or newer."],
  ])("that says %j is judged: %s", async (output, judged) => {
    expect(await withGit(output)).toBe(judged);
  });
});
