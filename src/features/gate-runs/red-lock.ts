import { Contract } from "../../domain/contract/contract.js";
import { fingerprint } from "../../domain/contract/fingerprint.js";
import { supportFiles } from "../../domain/contract/support-files.js";
import { moduleStatePath } from "../../domain/gates/state-paths.js";
import { gitBlobSha } from "../../domain/hash.js";
import type { Sha } from "../../domain/ids.js";
import { orThrow } from "../../domain/refusal.js";
import type { Situation } from "../../engine/situation.js";
import type { StateFiles } from "../../engine/state-files.js";
import { readYaml } from "../../yaml/yaml.js";
import { AnswerFiles } from "../modules/answer-files.js";
import { answerPath, examplesStatePath } from "../modules/artifacts/artifact-paths.js";
import type { ModuleWork, RedLock } from "../modules/module-work.js";
import { moduleIdOf } from "../modules/task-work.js";
import type { WorkSituation } from "../modules/work-situation.js";

/** What red locks: the files as the App committed them, independent of any report. */
export function redLock({ files }: Situation, { taskId }: WorkSituation, module: ModuleWork, head: Sha): RedLock {
  const { step } = module;
  if (step.step !== "gating") throw new TypeError("only a module at its gates is locked");
  const id = moduleIdOf(module);
  const contractText = textAt(files, moduleStatePath(taskId, id, "contract.yml"));
  const contract = orThrow(readYaml(moduleStatePath(taskId, id, "contract.yml"), contractText, Contract));
  const path = answerPath(taskId, step.question);
  const answer = orThrow(readYaml(path, textAt(files, path), AnswerFiles));
  const test = answer.files.find((file) => file.path === contract.test_file);
  const testBlob = test === undefined ? module.lock?.test_blob : gitBlobSha(test.text);
  if (testBlob === undefined) throw new Error(`${contract.test_file} was never written, and still the gates were red`);
  return {
    contract_blob: gitBlobSha(contractText),
    test_blob: testBlob,
    ...supportBlobs(contract, answer, module.lock),
    examples_blob: gitBlobSha(textAt(files, examplesStatePath(taskId, id))),
    fingerprint: fingerprint(contract),
    head,
  };
}

/** Those that were written now, and of an earlier red those that were kept. */
function supportBlobs(
  { files, test_file, entry }: Contract,
  answer: AnswerFiles,
  before: RedLock | null,
): Pick<RedLock, "support_blobs"> {
  const blobs = supportFiles({ files, testFile: test_file, entry }).flatMap((path) => {
    const written = answer.files.find((file) => file.path === path);
    const blob = written === undefined ? before?.support_blobs?.[path] : gitBlobSha(written.text);
    return blob === undefined ? [] : [[path, blob] as const];
  });
  return blobs.length === 0 ? {} : { support_blobs: Object.fromEntries(blobs) };
}

export function textAt(files: StateFiles, path: string): string {
  const text = files.get(path);
  if (text === undefined) throw new Error(`${path} is not on the state branch`);
  return text;
}
