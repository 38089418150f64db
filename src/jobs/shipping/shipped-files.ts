import type { ModuleShipped } from "../../domain/gates/module-lock.js";
import { gitBlobSha } from "../../domain/hash.js";
import { moduleFolder } from "../../domain/index-entries/code-index-entry.js";
import type { AnswerFiles } from "../../features/modules/answer-files.js";
import type { ModuleReading } from "../../roles/reading/read-module.js";
import type { TaskReading } from "../../roles/reading/read-task.js";

/** The module's present files, and the evidence that is committed with them. */
export function shippedFiles(
  { tree }: TaskReading,
  { planned }: ModuleReading,
  evidence: AnswerFiles["files"],
): ModuleShipped {
  const folder = moduleFolder(planned.module_id, planned.module_version);
  const current = [...planned.files.map(({ path }) => path), `${folder}/contract.yml`, `${folder}/examples.md`];
  const written = new Set(evidence.map(({ path }) => path));
  return {
    files: [
      ...current.flatMap((path) => {
        const blob = written.has(path) ? undefined : tree.blobs.get(path);
        return blob === undefined ? [] : [{ path, blob }];
      }),
      ...evidence.map(({ path, text }) => ({ path, blob: gitBlobSha(text) })),
    ],
  };
}
