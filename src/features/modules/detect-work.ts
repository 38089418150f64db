import { orThrow } from "../../domain/refusal.js";
import type { Situation } from "../../engine/situation.js";
import { readYaml } from "../../yaml/yaml.js";
import { addChanged, type ChangedFiles, NO_FILES } from "../checkpoints/changed-files.js";
import { AnswerFiles } from "./answer-files.js";
import { answerPath } from "./artifacts/artifact-paths.js";
import { restoreKey, taskKey, workKey } from "./keys.js";
import { commitsDue } from "./questions.js";
import type { TaskEvent } from "./task-event.js";
import type { WorkSituation } from "./work-situation.js";

/** Detects that a task's branch has what it begins with, or the commit of an answer. */
export function detectWork(situation: Situation, inWork: WorkSituation): TaskEvent[] {
  return [...detectOpened(situation, inWork), ...detectCommit(situation, inWork)];
}

/**
 * The first attempt opens with the commit of the task file, a later one with the commit that restored the branch to it.
 */
function detectOpened({ observed }: Situation, { taskId, work, pull, task }: WorkSituation): TaskEvent[] {
  if (work.stage.stage !== "opening" || pull?.state !== "open" || pull.number !== task.pull_request) return [];
  if (observed.defaultHead === null) return [];
  const key = work.start === null ? taskKey(taskId) : restoreKey(taskId, work.attempt);
  return pull.key === key ? [{ kind: "work-opened", head: pull.head, base: observed.defaultHead }] : [];
}

function detectCommit({ files }: Situation, { taskId, work, pull }: WorkSituation): TaskEvent[] {
  if (work.stage.stage !== "building" || pull?.state !== "open") return [];
  return commitsDue(work)
    .filter((question) => pull.key === workKey(taskId, question))
    .map((question) => {
      // A commit that puts files back has no answer, and no row names one.
      const answer = work.put_back?.question === question ? undefined : files.get(answerPath(taskId, question));
      const changed = answer === undefined ? undefined : changedIn(answer);
      return { kind: "work-committed", question, head: pull.head, ...(changed === undefined ? {} : { changed }) };
    });
}

function changedIn(text: string): ChangedFiles | undefined {
  const { files, deletions } = orThrow(readYaml("answer", text, AnswerFiles));
  const paths = [...files.map(({ path }) => path), ...deletions].filter((path) => !path.startsWith(".factory/"));
  return paths.length === 0 ? undefined : addChanged(NO_FILES, { paths, more: 0 });
}
