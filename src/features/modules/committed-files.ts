import type { TaskId } from "../../domain/ids.js";
import { orThrow } from "../../domain/refusal.js";
import type { Situation } from "../../engine/situation.js";
import { readYaml } from "../../yaml/yaml.js";
import { textAt } from "../gate-runs/red-lock.js";
import { AnswerFiles } from "./answer-files.js";
import { answerPath } from "./artifacts/artifact-paths.js";
import type { ModuleWork } from "./module-work.js";

/** The files of the answer that was committed last, by path. Contract, examples and tests are always among them. */
export function committedFiles(
  { files }: Pick<Situation, "files">,
  task: TaskId,
  { written_in }: Pick<ModuleWork, "written_in">,
): ReadonlyMap<string, string> {
  if (written_in === undefined) return new Map();
  const path = answerPath(task, written_in);
  const answer = orThrow(readYaml(path, textAt(files, path), AnswerFiles));
  return new Map(answer.files.map((file) => [file.path, file.text]));
}
