import { accumulateConventions, CONVENTIONS_PATH, Conventions } from "../../domain/budget/conventions.js";
import type { TaskId } from "../../domain/ids.js";
import { orThrow } from "../../domain/refusal.js";
import type { FileToWrite } from "../../engine/effects/effect-parts.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { StateFiles } from "../../engine/state-files.js";
import { readYaml, writeYaml } from "../../yaml/yaml.js";
import { approvedPatterns } from "./approved-patterns.js";

/** Adds the conventions from the reviews of a shipped task to the known ones, in the commit that ships it. */
export function conventionFiles({ work, conventions }: FactoryState, files: StateFiles, task: TaskId): FileToWrite[] {
  const ended = work[task];
  const observed = ended === undefined ? [] : approvedPatterns(ended);
  if (observed.length === 0) return [];
  const known = conventions === "kept" ? knownConventions(files) : [];
  const text = writeYaml({ schema_version: 1, conventions: accumulateConventions(known, observed, task) }, Conventions);
  return [{ path: CONVENTIONS_PATH, text }];
}

/** A file that cannot be read must be repaired by a person. It is reported and never overwritten. */
function knownConventions(files: StateFiles): Conventions["conventions"] {
  return orThrow(readYaml(CONVENTIONS_PATH, files.get(CONVENTIONS_PATH) ?? "", Conventions)).conventions;
}

/** The file is read only if something is to be added. */
export function conventionPaths({ work, conventions }: FactoryState): string[] {
  const adds = Object.values(work).some((inWork) => approvedPatterns(inWork).length > 0);
  return conventions === "kept" && adds ? [CONVENTIONS_PATH] : [];
}
