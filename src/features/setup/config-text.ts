import { type ConfinementPolicy, PresetName } from "../../domain/config/gates-config.js";
import type { SetupKit } from "./setup-kit.js";
import type { SetupPreset } from "./setup-preset.js";

/** The first `.factory/config.yml`: what was detected, a link to the reference, and no defaults. */
export function configText(
  choice: SetupPreset,
  { schemaUrl, confinement }: Pick<SetupKit, "schemaUrl" | "confinement">,
): string {
  const [comment, preset] = presetLines(choice);
  return `# yaml-language-server: $schema=${schemaUrl}
#
# Software Factory. That this file is on the default branch is your consent: remove it and the App stops.
# Everything has a default; an editor that reads the line above completes and explains each setting.

gates:
  # ${comment}
  preset: ${preset}
${confinementLines(confinement)}
# What a project may spend, in US dollars: a warning, and a limit that nothing passes.
# budgets:
#   warn_usd: 5
#   hard_usd: 25

# People without write permission who may command the App.
# approvers: []
`;
}

function confinementLines(confinement: ConfinementPolicy): string {
  if (confinement === "required") return "";
  return `  # Code under test runs also where nothing confines it, with everything that machine may do. \`required\` would not run it.
  confinement: preferred
`;
}

function presetLines(choice: SetupPreset): readonly [comment: string, preset: PresetName] {
  switch (choice.kind) {
    case "detected":
      return [`Because of ${choice.by}.`, choice.preset.name];
    case "scaffold":
      return [
        choice.named ? "SPEC.md names it." : "SPEC.md names no language; this preset needs nothing installed.",
        choice.preset.name,
      ];
    case "undecided": {
      const names = PresetName.options.filter((name) => name !== "auto").join(", ");
      return [`Not recognised. Name one: ${names}.`, "auto"];
    }
    default:
      return choice satisfies never;
  }
}
