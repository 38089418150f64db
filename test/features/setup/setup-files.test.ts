import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Config } from "../../../src/domain/config/config.js";
import { configText } from "../../../src/features/setup/config-text.js";
import { presetSentence } from "../../../src/features/setup/preset-sentence.js";
import { setupFiles } from "../../../src/features/setup/setup-files.js";
import { type SetupPreset, setupPreset } from "../../../src/features/setup/setup-preset.js";
import { readYaml } from "../../../src/yaml/yaml.js";
import { KIT } from "../../support/setup-kit.js";

const choose = (rootFiles: readonly string[]) => setupPreset(KIT.presets, { rootFiles, specText: null });
const CHOICES: readonly (readonly [string, SetupPreset, string])[] = [
  ["detected", choose(["go.mod"]), "go"],
  ["scaffold", choose([]), "node"],
  ["undecided", choose(["main.c"]), "auto"],
];

describe("the proposed configuration", () => {
  it.each(CHOICES)("is valid and says no more than was found out (%s)", (_kind, choice, preset) => {
    const text = configText(choice, KIT);
    expect(text.split("\n")[0]).toBe(`# yaml-language-server: $schema=${KIT.schemaUrl}`);
    const config = readYaml("config.yml", text, Config);
    expect(config).toEqual({ ok: true, value: Config.parse({ gates: { preset } }) });
  });

  it.each(CHOICES)("says that code may run unconfined where it is to say so (%s)", (_kind, choice, preset) => {
    const text = configText(choice, { ...KIT, confinement: "preferred" });
    const config = readYaml("config.yml", text, Config);
    expect(config).toEqual({ ok: true, value: Config.parse({ gates: { preset, confinement: "preferred" } }) });
  });

  it.each(CHOICES)("keeps its commented settings valid (%s)", (_kind, choice) => {
    const uncommented = configText(choice, KIT).replace(/^# (?=(?:budgets|approvers):)|^#(?= {3}\w+_usd:)/gm, "");
    expect(readYaml("config.yml", uncommented, Config).ok).toBe(true);
    expect(uncommented).toMatch(/^budgets:\n {3}warn_usd: 5\n {3}hard_usd: 25$/m);
  });

  it.each([
    [CHOICES[0]?.[1], "`go`, because of `go.mod`"],
    [CHOICES[1]?.[1], "a scaffold of the preset `node` is included: SPEC.md names no language"],
    [CHOICES[2]?.[1], "You must choose a preset"],
  ])("is explained: %#", (choice, words) => {
    expect(choice === undefined ? "" : presetSentence(choice)).toContain(words);
  });
});

describe("the proposed files", () => {
  const paths = (rootFiles: readonly string[]) => setupFiles(KIT, choose(rootFiles), rootFiles).map(({ path }) => path);

  it("are the workflow and the configuration where there is code", () => {
    expect(paths(["go.mod"])).toEqual([
      ".github/workflows/factory-gates.yml",
      ".factory/config.yml",
      ".factory/.gitattributes",
    ]);
  });

  it("are the preset's scaffold, too, where there is none", () => {
    expect(paths([])).toEqual([
      ".github/workflows/factory-gates.yml",
      ".factory/config.yml",
      ".factory/.gitattributes",
      ...(KIT.presets.find(({ name }) => name === "node")?.scaffold ?? []).map(({ path }) => path),
    ]);
    expect(paths([]).length).toBeGreaterThan(2);
  });

  it("mark what the App writes as generated, and what people write as their own", () => {
    const folder = mkdtempSync(join(tmpdir(), "attributes-"));
    try {
      const [{ text } = { text: "" }] = setupFiles(KIT, choose([]), []).filter(({ path }) =>
        path.endsWith(".gitattributes"),
      );
      mkdirSync(join(folder, ".factory"));
      writeFileSync(join(folder, ".factory/.gitattributes"), text);
      const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, encoding: "utf8" });
      git("init", "--quiet");
      const asked = [".factory/config.yml", ".factory/sops/style.md", ".factory/modules/a/1.0.0/ship.yml", "src/a.ts"];
      expect(
        git("check-attr", "linguist-generated", "--", ...asked)
          .trim()
          .split("\n"),
      ).toEqual([
        ".factory/config.yml: linguist-generated: unset",
        ".factory/sops/style.md: linguist-generated: unset",
        ".factory/modules/a/1.0.0/ship.yml: linguist-generated: set",
        "src/a.ts: linguist-generated: unspecified",
      ]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("write over nothing, whatever its case", () => {
    expect(paths([".GitIgnore"])).not.toContain(".gitignore");
    expect(paths([])).toContain(".gitignore");
  });
});
