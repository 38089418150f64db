import { z } from "zod";
import { ImplementationId } from "../../../domain/artifacts/artifact-id.js";
import { RepoPath } from "../../../domain/contract/repo-path.js";
import { gitBlobSha } from "../../../domain/hash.js";
import { ModuleRef, Sha, type TaskId } from "../../../domain/ids.js";
import type { FileToWrite } from "../../../engine/effects/effect-parts.js";
import { writeYaml } from "../../../yaml/yaml.js";
import type { AnswerFiles } from "../answer-files.js";
import { answerPath, debatePath } from "./artifact-paths.js";

/** What a proposal proposes: the files of one answer, by their blobs, and where their texts are. */
export const Implementation = z.strictObject({
  implementation_id: ImplementationId,
  module_ref: ModuleRef,
  /** The file of the state branch with the texts. */
  answer_ref: RepoPath,
  files: z.array(z.strictObject({ path: RepoPath, blob: Sha })),
  deletions: z.array(RepoPath),
});
export type Implementation = z.infer<typeof Implementation>;

/** The file that a proposal's `target_artifact_id` leads to. */
export function implementationFile(
  task: TaskId,
  question: number,
  {
    proposal,
    commit,
  }: {
    readonly proposal: { readonly target_artifact_id: string; readonly deliverable_ref: ModuleRef };
    readonly commit: Pick<AnswerFiles, "files" | "deletions">;
  },
): FileToWrite {
  const implementation: Implementation = {
    implementation_id: ImplementationId.parse(proposal.target_artifact_id),
    module_ref: proposal.deliverable_ref,
    answer_ref: answerPath(task, question),
    files: commit.files.map(({ path, text }) => ({ path, blob: gitBlobSha(text) })),
    deletions: commit.deletions,
  };
  const path = debatePath(task, "implementations", implementation.implementation_id);
  return { path, text: writeYaml(implementation, Implementation) };
}
