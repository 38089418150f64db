import { Contract } from "../../domain/contract/contract.js";
import { parseModuleRef } from "../../domain/ids.js";
import { inFile, orThrow } from "../../domain/refusal.js";
import type { Situation } from "../../engine/situation.js";
import { readYaml } from "../../yaml/yaml.js";
import { textAt } from "../gate-runs/red-lock.js";
import { parseTaskFile } from "../tasks/task-file/parse-task-file.js";
import type { TaskFile } from "../tasks/task-file/task-file.js";
import { ChangeAssessment } from "./rules/assessment.js";
import { assessmentPath, candidatePath, consumerPath, interfaceChangePath } from "./rules/exception-paths.js";
import { InterfaceChangeRequest } from "./rules/interface-change-exception.js";

type Files = Pick<Situation, "files">;

// The exception on the state branch. It is read if a change's stage needs it (change-paths).

export function exceptionOf({ files }: Files, id: string): InterfaceChangeRequest {
  const path = interfaceChangePath(id);
  return orThrow(readYaml(path, textAt(files, path), InterfaceChangeRequest));
}

export function assessmentOf({ files }: Files, id: string): ChangeAssessment {
  const path = assessmentPath(id);
  return orThrow(readYaml(path, textAt(files, path), ChangeAssessment));
}

export function candidateOf({ files }: Files, id: string, round: number): Contract {
  const path = candidatePath(id, round);
  return orThrow(readYaml(path, textAt(files, path), Contract));
}

export function consumerOf({ files }: Files, id: string, moduleRef: string): Contract {
  const path = consumerPath(id, parseModuleRef(moduleRef).moduleId);
  return orThrow(readYaml(path, textAt(files, path), Contract));
}

export function taskFileAt({ files }: Files, path: string): TaskFile {
  return orThrow(inFile(path, parseTaskFile(textAt(files, path))));
}
