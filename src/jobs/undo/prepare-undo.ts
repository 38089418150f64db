import { z } from "zod";
import { sha256 } from "../../domain/hash.js";
import type { ModuleRef, Sha, TaskId } from "../../domain/ids.js";
import { changedEntries } from "../../domain/index-entries/changed-entries.js";
import { CodeIndexEntry, entryRef, indexEntryPath } from "../../domain/index-entries/code-index-entry.js";
import { accept, type Outcome, orThrow, refuse } from "../../domain/refusal.js";
import type { JobEffect, JobResult, RepositoryRef } from "../../engine/ports.js";
import { upgradeWork } from "../../engine/state-versions.js";
import { AnswerFiles } from "../../features/modules/answer-files.js";
import { progressPath } from "../../features/modules/artifacts/artifact-paths.js";
import { TaskWork } from "../../features/modules/task-work.js";
import type { ProjectState } from "../../features/tasks/board/project-state.js";
import { type ShippedTask, shippedTasks, takenWith } from "../../features/undo/rules/taken-with.js";
import { type TakenBack, type UndoOrder, undoPath } from "../../features/undo/rules/undo-state.js";
import { withdraw } from "../../features/undo/rules/withdraw.js";
import { notUndone, revertConflicts } from "../../features/undo/undo-texts.js";
import { type JobPorts, NOTHING } from "../../roles/reading/job-ports.js";
import { readCodeIndex } from "../../roles/reading/read-shipped.js";
import { readTree, type Tree } from "../../roles/reading/read-task.js";
import { readYaml, writeYaml } from "../../yaml/yaml.js";
import { revertMerges } from "./revert-merges.js";

/** A task may have ended when the App wrote its work in an older version. */
const StoredTaskWork = z.preprocess(upgradeWork, TaskWork);

type Undoing = Extract<JobEffect, { kind: "prepare-undo" }>;
type Ports = Pick<JobPorts, "state" | "reader" | "clock">;

/** The commit that removes a shipped task and its dependants from the default branch, or why there is none. */
export async function prepareUndo(
  repository: RepositoryRef,
  { task, head }: Undoing,
  ports: Ports,
): Promise<JobResult> {
  const loaded = await ports.state.load(repository);
  if (loaded.kind !== "loaded") return NOTHING;
  const { state, head: stateHead } = loaded;
  const undo = state.undos.find(({ order }) => order.task_id === task);
  if (undo?.phase !== "preparing" || state.project?.project_id !== undo.order.project_id) return NOTHING;
  const tree = await readTree(repository, head, ports.reader);
  const index = await readCodeIndex(tree);
  if (!index.ok) return refused(undo.order, ports, index.refusal.message);
  const works = await readWorks(repository, { tasks: state.project.tasks, stateHead }, ports);
  const shipped = shippedTasks(state.project.tasks, (id) => builtIn(works.get(id)));
  if (!shipped.some(({ task_id }) => task_id === task))
    return refused(undo.order, ports, "nothing of it is left: it went with what it was built on.");
  const taken = takenWith(shipped, task, index.value);
  const revert = await revertOf(repository, { order: undo.order, tree, index: index.value, taken }, ports);
  if (!revert.ok) return refused(undo.order, ports, revert.refusal.message);
  const text = writeYaml(revert.value, AnswerFiles);
  const ownFirst = taken.toSorted((a, b) => Number(b.task_id === task) - Number(a.task_id === task));
  const counted = ownFirst.map((one) => takenBack(one, works.get(one.task_id)));
  return {
    events: [
      { kind: "undo-prepared", at: ports.clock.now(), task_id: task, head, digest: sha256(text), taken: counted },
    ],
    files: [{ path: undoPath(task), text }],
  };
}

/** The work of the shipped tasks at their ends; a task that was merged manually before it started has none. */
async function readWorks(
  repository: RepositoryRef,
  { tasks, stateHead }: { readonly tasks: ProjectState["tasks"]; readonly stateHead: Sha },
  { state: store }: Ports,
): Promise<ReadonlyMap<TaskId, TaskWork>> {
  const ids = Object.keys(tasks).filter((id) => tasks[id]?.status === "SHIPPED");
  const files = await store.read(repository, stateHead, ids.map(progressPath));
  return new Map(
    ids.flatMap((id): [TaskId, TaskWork][] => {
      const text = files.get(progressPath(id));
      return text === undefined ? [] : [[id, orThrow(readYaml(progressPath(id), text, StoredTaskWork))]];
    }),
  );
}

function builtIn(work: TaskWork | undefined): ModuleRef[] | undefined {
  return work?.modules.filter(({ reused }) => !reused).map(({ module_ref }) => module_ref);
}

type Facts = {
  readonly order: UndoOrder;
  readonly tree: Tree;
  readonly index: readonly CodeIndexEntry[];
  readonly taken: readonly ShippedTask[];
};

async function revertOf(
  repository: RepositoryRef,
  { order, tree, index, taken }: Facts,
  { reader }: Ports,
): Promise<Outcome<AnswerFiles>> {
  const modules = taken.flatMap(({ built }) => built).filter((ref) => index.some((entry) => entryRef(entry) === ref));
  const withdrawn = withdraw(index, { modules, by: order.asked_by, at: order.at });
  const entries = withdrawn.ok ? changedEntries(index, withdrawn.value) : withdrawn;
  if (!entries.ok) return entries;
  const reverted = await revertMerges(repository, { head: tree, merges: taken }, reader);
  if (reverted.kind === "conflict") {
    return refuse("revert-conflicts", revertConflicts(order.task_id, reverted.paths));
  }
  const files = entries.value.map((entry) => ({
    path: indexEntryPath(entryRef(entry)),
    text: writeYaml(entry, CodeIndexEntry),
  }));
  return accept({
    message: `factory: take back ${order.task_id}`,
    files: [...reverted.files, ...files].map(({ path, text }) => ({ path, text })),
    deletions: [...reverted.deletions],
  });
}

function takenBack({ task_id, merge_sha, built }: ShippedTask, work: TaskWork | undefined): TakenBack {
  const { attempt = 1, questions = 0, asked = {} } = work ?? {};
  return { task_id, merge_sha, modules: [...built], attempt, questions, asked };
}

function refused(order: UndoOrder, { clock }: Ports, why: string): JobResult {
  const key = `undo:${order.task_id}:${sha256(order.at).slice(0, 16)}`;
  const note = { key, issue: order.issue, body: notUndone(order.task_id, why), answers: null };
  return { events: [{ kind: "undo-refused", at: clock.now(), task_id: order.task_id, note }], files: [] };
}
