import { CONFIG_PATH } from "../../domain/gates/state-paths.js";
import type { FileToWrite } from "../../engine/effects/effect-parts.js";
import { GATES_WORKFLOW_PATH } from "../spec/draft-paths.js";
import { configText } from "./config-text.js";
import type { SetupKit } from "./setup-kit.js";
import type { SetupPreset } from "./setup-preset.js";

/** GitHub folds generated files in a diff, so that reviewers see source and tests first. People write these two themselves. */
const ATTRIBUTES = {
  path: ".factory/.gitattributes",
  text: ["* linguist-generated", "config.yml -linguist-generated", "sops/* -linguist-generated", ""].join("\n"),
};

/** The files of the set-up pull request. Existing files are never overwritten. */
export function setupFiles(kit: SetupKit, choice: SetupPreset, rootFiles: readonly string[]): FileToWrite[] {
  const scaffold = choice.kind === "scaffold" ? choice.preset.scaffold : [];
  const taken = new Set(rootFiles.map((file) => file.toLowerCase()));
  return [
    { path: GATES_WORKFLOW_PATH, text: kit.workflow },
    { path: CONFIG_PATH, text: configText(choice, kit) },
    ATTRIBUTES,
    ...scaffold.filter(({ path }) => !taken.has(firstSegment(path).toLowerCase())),
  ];
}

function firstSegment(path: string): string {
  return path.split("/")[0] ?? path;
}
