import type { SetupPreset } from "./setup-preset.js";

/** Which preset was chosen and why, for a person who may want another. */
export function presetSentence(choice: SetupPreset): string {
  switch (choice.kind) {
    case "detected":
      return `The gates judge this repository with the preset \`${choice.preset.name}\`, because of \`${choice.by}\`.`;
    case "scaffold":
      return `There is no code yet, so a scaffold of the preset \`${choice.preset.name}\` is included: ${
        choice.named ? "SPEC.md names that language" : "SPEC.md names no language, and this one needs nothing installed"
      }. For another, change \`gates.preset\` and replace the scaffold here.`;
    case "undecided":
      return `**You must choose a preset here before you merge**: ${choice.why}`;
    default:
      return choice satisfies never;
  }
}
