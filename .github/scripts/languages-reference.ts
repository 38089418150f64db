import { orThrow } from "../../src/domain/refusal.js";
import { loadPresets, PRESETS_FOLDER } from "../../src/gates/presets/load-presets.js";
import type { LoadedPreset, PresetStepCommands } from "../../src/gates/presets/preset.js";
import { isAbsent } from "../../src/languages/language-reader.js";
import { READERS } from "../../src/languages/readers.js";
import { markdownTable } from "./markdown-table.js";

const YES = "yes";

/** The support for each preset, from the presets and the readers themselves. */
export async function languagesReference(): Promise<string> {
  const presets = orThrow(await loadPresets(PRESETS_FOLDER));
  return [
    "# Languages",
    "<!-- Generated from gate-presets and src/languages: npm run generate -->",
    "A preset says how a repository is set up, judged and tested. A reader says what can be read of its sources without running them. A repository whose language has no reader has its commands run as any other; what needs a reader is NOT_RUN there, which blocks until `gates` in the configuration accepts it, visibly.",
    markdownTable(
      [
        "preset",
        "scaffold",
        "test runners",
        "type check",
        "lint",
        "build",
        "packages",
        "tests judged",
        "interface at ship",
      ],
      presets.map(row),
    ),
    "**Scaffold**: the files that an empty repository starts from. **Packages**: a plan may declare new ones, and a run resolves them with install scripts off. **Tests judged**: assertions, clause tags, imports and exports are read from the syntax tree. **Interface at ship**: what the entry offers is compared with the contract.",
    ...presets.map(steps),
    "",
  ].join("\n\n");
}

function row(preset: LoadedPreset): string[] {
  const reader = READERS.find(({ languages }) => [...languages.values()].includes(preset.language));
  return [
    `\`${preset.name}\``,
    preset.scaffold.length === 0 ? "no" : YES,
    preset.runners.map(({ name }) => name).join(", "),
    offered(preset.typecheck),
    offered(preset.lint),
    offered(preset.build),
    offered(preset.resolve),
    reader === undefined ? "no reader" : YES,
    reader === undefined ? "no reader" : isAbsent(reader.compiledSurface) ? "not compared" : "compiled",
  ];
}

/** Whether a step has commands, and whether each of them has a condition. */
function offered({ commands }: PresetStepCommands): string {
  if (commands.length === 0) return "none";
  return commands.every(({ when }) => when !== undefined) ? "where it is set up" : YES;
}

function steps({ name, summary, manifest_files, lock_files, lint }: LoadedPreset): string {
  return [
    `## \`${name}\``,
    `${summary} Manifest: ${list(manifest_files)}. Lock file: ${list(lock_files)}.`,
    lint.commands.some(({ when }) => when === undefined) ? "" : `It is not linted where ${lint.otherwise}.`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function list(names: readonly string[]): string {
  return names.length === 0 ? "none" : names.map((name) => `\`${name}\``).join(", ");
}
