import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Config } from "../../../src/domain/config/config.js";
import { openTree } from "../../../src/gates/checkout/open-checkout.js";
import { resolveDependencies } from "../../../src/gates/execute/resolve-dependencies.js";
import { loadPresets, PRESETS_FOLDER } from "../../../src/gates/presets/load-presets.js";
import { commandsFor } from "../../../src/gates/presets/resolve-commands.js";
import { benchSettings } from "../../../src/gates/run/bench-settings.js";
import { createTempRepository, type TempRepository } from "../../support/temp-repository.js";

const presets = await loadPresets(PRESETS_FOLDER);
const preset = presets.ok ? presets.value.find(({ name }) => name === "node") : undefined;
if (preset === undefined) throw new TypeError("there is a preset for node");
const settings = await benchSettings(process.env, PRESETS_FOLDER);

describe("resolving declared dependencies", () => {
  let repository: TempRepository;
  beforeEach(() => {
    repository = createTempRepository();
  });
  afterEach(() => repository.remove());

  /** The command is made up: the real one asks a registry. */
  async function resolve(command: string, dependencies = [{ name: "zod", range: "^4.0.0", why: "checks input" }]) {
    const commit = repository.commit({ "package.json": "{}\n", "package-lock.json": "{}\n", "src/a.js": "1;\n" });
    const head = await openTree({ gitDir: join(repository.folder, ".git"), commit, folder: repository.folder });
    const commands = commandsFor(preset as NonNullable<typeof preset>, Config.parse({}), {
      base: head.tree,
      head: head.tree,
    });
    const step = { kind: "command", name: "resolve", command, required: true, network: false } as const;
    return resolveDependencies({
      head,
      dependencies,
      preset: preset as NonNullable<typeof preset>,
      commands: { ...commands, resolve: step },
      settings,
    });
  }

  it("reports the manifest and the lock file as they became, and no other file", async () => {
    const resolved = await resolve("printf %s {dependencies} > package.json; echo 2 > src/a.js; echo 3 > other.json");
    expect(resolved).toMatchObject({
      ok: true,
      value: {
        commands: [{ name: "resolve", status: "PASSED" }],
        resolved_files: [{ path: "package.json", text: "zod@^4.0.0" }],
      },
    });
  });

  it("follows no link that the package manager might have been made to leave", async () => {
    const resolved = await resolve("ln -sf /etc/passwd package-lock.json");
    expect(resolved.ok && resolved.value.resolved_files).toEqual([]);
  });

  it("reports a command that failed, with what it printed", async () => {
    const resolved = await resolve("echo no such version; exit 1");
    expect(resolved).toMatchObject({
      ok: true,
      value: { commands: [{ status: "FAILED", output: "no such version" }] },
    });
  });

  it("refuses a plan that declares nothing", async () => {
    expect(await resolve("true", [])).toMatchObject({ ok: false, refusal: { code: "nothing-to-resolve" } });
  });
});
