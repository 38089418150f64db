import type { NamedText } from "../../context/sections/role-facts.js";
import { isNameable } from "../../context/workspace/closed-paths.js";
import type { Config } from "../../domain/config/config.js";
import { choosePreset } from "../../gates/presets/detect-preset.js";
import { loadPresets, PRESETS_FOLDER } from "../../gates/presets/load-presets.js";
import type { Preset } from "../../gates/presets/preset.js";
import { commandsFor, type StepCommand } from "../../gates/presets/resolve-commands.js";
import type { Tree } from "./read-task.js";
import { testLayout } from "./test-layout.js";

/** Settings of compilers and test runners at the top of a repository. */
const SETTINGS =
  /^(?:package\.json|tsconfig[^/]*\.json|jsconfig\.json|(?:vite|vitest|jest)\.config\.[^/]+|\.mocharc[^/]*|pyproject\.toml|pytest\.ini|setup\.cfg|tox\.ini|go\.mod|Cargo\.toml|pom\.xml)$/;
/** A longer one is named: `read` shows it. */
const MAX_CHARACTERS = 6_000;
const MAX_FILES = 6;

/**
 * What decides how tests are written here: runner, checks, settings and the layout of existing tests, so that nobody
 * spends a turn on finding out (decisions.md#what-a-move-reads-first).
 */
export async function testSetup(
  tree: Pick<Tree, "entries" | "blobs" | "readMany">,
  config: Pick<Config, "gates" | "test_command" | "validation_command">,
): Promise<NamedText[]> {
  const paths = tree.entries.filter(isNameable).map(({ path }) => path);
  const settings = await settingsIn(tree, paths);
  return [
    { name: "how it is judged", text: (await judgedBy(tree, config)).join("\n") },
    { name: "where tests lie", text: testLayout(paths) },
    ...settings,
  ];
}

async function judgedBy(
  tree: Pick<Tree, "blobs" | "readMany">,
  config: Pick<Config, "gates" | "test_command" | "validation_command">,
): Promise<string[]> {
  const presets = await loadPresets(PRESETS_FOLDER);
  const paths = [...tree.blobs.keys()];
  const preset = presets.ok ? choosePreset(presets.value, config.gates.preset, paths) : presets;
  if (!preset.ok) return [`unknown: ${preset.refusal.message}`];
  const texts = await tree.readMany(filesAskedBy(preset.value));
  const files = { has: (path: string) => tree.blobs.has(path), read: (path: string) => texts.get(path) };
  const { runner, typecheck, lint } = commandsFor(preset.value, config, { base: files, head: files });
  return [
    `language: ${preset.value.language}`,
    `test runner: ${config.test_command === null ? runner.name : `${runner.name}, started by \`${config.test_command}\``}`,
    `type check: ${commandOf(typecheck)}`,
    `linter: ${commandOf(lint)}`,
  ];
}

function commandOf(step: StepCommand): string {
  return step.kind === "command" ? `\`${step.command}\`` : `none (${step.reason})`;
}

/** The files whose text decides which commands a preset runs. */
function filesAskedBy({ manifest_files, typecheck, lint, build, setup, runners }: Preset): string[] {
  const steps = [typecheck, lint, build, setup].flatMap(({ commands }) => commands.map(({ when }) => when?.file));
  const named = [...steps, ...runners.map(({ when }) => when?.file)].flatMap((file) => file ?? []);
  return [...new Set(["package.json", ...manifest_files, ...named])];
}

async function settingsIn(tree: Pick<Tree, "readMany">, paths: readonly string[]): Promise<NamedText[]> {
  const found = paths.filter((path) => SETTINGS.test(path)).sort();
  const texts = await tree.readMany(found.slice(0, MAX_FILES));
  const shown = [...texts].map(([name, text]) => ({
    name,
    text: text.length > MAX_CHARACTERS ? `${text.length} characters: \`read\` shows it` : text,
  }));
  const more = found.slice(MAX_FILES);
  return more.length === 0 ? shown : [...shown, { name: "further settings", text: more.join(", ") }];
}
