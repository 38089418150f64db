import type { NamedText } from "../../context/sections/role-facts.js";
import type { BuiltModule } from "../../domain/plan/micro-plan.js";
import { isOpenQuestion } from "../../features/modules/questions.js";
import type { Asked } from "../reading/job-ports.js";
import type { TaskReading } from "../reading/read-task.js";

/** Whether the question is still open; otherwise the job is stale. */
export function isAsked(
  { work }: Pick<TaskReading, "work">,
  { module, question }: Pick<Asked, "module" | "question">,
): boolean {
  return work.modules.some(
    (candidate) => isOpenQuestion(candidate, question) && candidate.module_ref.startsWith(`${module}@`),
  );
}

/** The module's own files at the branch's head, without its tests. */
export async function sourcesOf({ tree }: TaskReading, { files, test_file }: BuiltModule): Promise<NamedText[]> {
  const sources: NamedText[] = [];
  for (const { path } of files) {
    const text = path === test_file ? undefined : await tree.read(path);
    if (text !== undefined) sources.push({ name: path, text });
  }
  return sources;
}
