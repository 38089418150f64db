import { writeRules } from "../../context/workspace/write-rules.js";
import { Contract } from "../../domain/contract/contract.js";
import type { Proposal } from "../../domain/debate/proposal.js";
import { checkFileMode } from "../../domain/enforcement/file-mode.js";
import type { Sha, TaskId } from "../../domain/ids.js";
import type { BuiltModule } from "../../domain/plan/micro-plan.js";
import type { FileToWrite } from "../../engine/effects/effect-parts.js";
import type { JobEffect, JobResult, RepositoryRef } from "../../engine/ports.js";
import { firstOf } from "../../features/halts/escalation/left-out.js";
import { checkFixContract } from "../../features/halts/fix/fix-contract.js";
import { changesExamples, fixExamplesProblems } from "../../features/halts/fix/fix-examples.js";
import { madeByPerson, personsProposal, proposalFile } from "../../features/halts/fix/persons-proposal.js";
import { ownFilePath, ownFilesInState, placeFix, specifiedPaths } from "../../features/halts/fix/place-fix.js";
import { AnswerFiles } from "../../features/modules/answer-files.js";
import { answerPath } from "../../features/modules/artifacts/artifact-paths.js";
import { implementationFile } from "../../features/modules/artifacts/implementation.js";
import type { TaskEvent } from "../../features/modules/task-event.js";
import { moduleIdOf } from "../../features/modules/task-work.js";
import { arePackagesOpen } from "../../features/packages/apply-package-event.js";
import { isPackageFile } from "../../features/packages/package-files.js";
import { harmlessTitle } from "../../render/safe-title.js";
import { workUpdated } from "../../roles/asking/work-updated.js";
import { type JobPorts, NOTHING } from "../../roles/reading/job-ports.js";
import { isBuilt, readTask, readTree, type TaskReading, type Tree } from "../../roles/reading/read-task.js";
import { roleIds } from "../../roles/reading/role-ids.js";
import { readYaml, writeYaml } from "../../yaml/yaml.js";

type Reading = Extract<JobEffect, { kind: "read-fix" }>;

/**
 * Commits that a person pushed to a task's branch become their fix if they keep to one module's files; what they merged
 * from the base is ignored. Anything else returns the task to the person (requirements.md#resolutions).
 */
export async function readFix(repository: RepositoryRef, effect: Reading, ports: JobPorts): Promise<JobResult> {
  const task = await readTask(repository, effect.task, ports);
  const stage = task?.work.stage;
  if (task === undefined || stage?.stage !== "reading-fix" || stage.question !== effect.question) return NOTHING;
  const [before, base] = await Promise.all([
    readTree(repository, stage.from, ports.reader),
    readTree(repository, effect.base, ports.reader),
  ]);
  const updated = (event: TaskEvent, files: readonly FileToWrite[] = []): JobResult => ({
    events: [workUpdated(ports, effect.task, event)],
    files,
  });
  const refused = (found: readonly string[]) => {
    const head = task.tree.commit;
    const { listed: problems, ...rest } = firstOf(found, `the commits from ${stage.from} to ${head}`);
    return updated({ kind: "work-failed", cause: { kind: "fix-refused", head, problems, ...rest } });
  };
  const changed = changedPaths(task.tree, before, base);
  const unchanged = { contract_changed: false, tests_changed: false };
  if (changed.length === 0) return updated({ kind: "fix-read", question: effect.question, ...unchanged, fixed: null });
  if (task.plan === null) return refused(["The task has no plan yet, so no file belongs to it."]);
  if (arePackagesOpen(task.work)) {
    const problems = packageProblems(task.tree, changed);
    if (problems.length > 0) return refused(problems);
    const given = changed.map((path) => ({ path, blob: task.tree.blobs.get(path) ?? "" }));
    return updated({ kind: "packages-given", question: effect.question, files: given });
  }
  const placed = placeFix(task.work, task.plan, { paths: changed, rules: task.config });
  if (!placed.ok) return refused(placed.refusal.message.split("\n"));
  const closed = closedPaths(task, before, placed.value, changed);
  if (closed.length > 0) return refused(closed);
  const unspecified = await specificationProblems(task.tree, placed.value, changed);
  if (unspecified.length > 0) return refused(unspecified);
  const { event, files } = await taken(task, placed.value, { changed, effect, description: stage.fix_description });
  return updated(event, files);
}

/** Manifests and lock files must be ordinary files; the person is responsible for their packages. */
function packageProblems({ entries }: Tree, changed: readonly string[]): string[] {
  return changed.flatMap((path) => {
    const entry = entries.find((candidate) => candidate.path === path);
    if (!isPackageFile(path) || entry === undefined) {
      return [`${path}: before its packages are settled, a fix is manifest and lock file`];
    }
    const mode = checkFileMode(path, entry.mode);
    return mode.ok ? [] : [mode.refusal.message];
  });
}

/** What differs from our own last commit and is not the base's. */
function changedPaths(after: Tree, before: Tree, base: Tree): string[] {
  const paths = new Set([...after.blobs.keys(), ...before.blobs.keys()]);
  const differs = (path: string, other: Tree) => after.blobs.get(path) !== other.blobs.get(path);
  return [...paths].filter((path) => differs(path, before) && differs(path, base)).sort();
}

/** The Proposer's own rules, including seals and file modes; the gates judge the module's contract and examples. */
function closedPaths(task: TaskReading, before: Tree, module: BuiltModule, changed: readonly string[]): string[] {
  const own = [ownFilePath(module, "contract.yml"), ownFilePath(module, "examples.md")];
  const may = writeRules({
    entries: before.entries,
    module,
    activity: "revise",
    seals: task.seals,
    others: (task.plan?.modules ?? []).filter(isBuilt).filter(({ module_id }) => module_id !== module.module_id),
    config: task.config,
  });
  return changed
    .filter((path) => !own.includes(path))
    .flatMap((path) => {
      const entry = task.tree.entries.find((candidate) => candidate.path === path);
      const allowed = may(path, entry === undefined ? "remove" : "write");
      if (!allowed.ok) return [allowed.refusal.message];
      const mode = checkFileMode(path, entry?.mode ?? "100644");
      return mode.ok ? [] : [mode.refusal.message];
    });
}

/** Red locks contract, examples and tests: a module without one of them could never be locked. */
async function specificationProblems(tree: Tree, planned: BuiltModule, changed: readonly string[]): Promise<string[]> {
  const missing = specifiedPaths(planned).filter((path) => !tree.blobs.has(path));
  if (missing.length > 0) return missing.map((path) => `${path} is not there: ${planned.module_id} is judged by it`);
  const path = ownFilePath(planned, "contract.yml");
  const contract = readYaml(path, (await tree.read(path)) ?? "", Contract);
  if (!contract.ok) return [contract.refusal.message];
  const kept = checkFixContract(path, contract.value, planned);
  if (!kept.ok) return [kept.refusal.message];
  if (!changesExamples(planned, changed)) return [];
  const examples = (await tree.read(ownFilePath(planned, "examples.md"))) ?? "";
  return fixExamplesProblems(planned, { examples, contract: contract.value });
}

async function taken(
  task: TaskReading,
  planned: BuiltModule,
  fix: { readonly changed: readonly string[]; readonly effect: Reading; readonly description: string },
): Promise<{ readonly event: TaskEvent; readonly files: readonly FileToWrite[] }> {
  const { changed, effect, description } = fix;
  const { tree, taskId } = task;
  const module = task.work.modules.find((candidate) => moduleIdOf(candidate) === planned.module_id);
  if (module === undefined) throw new TypeError(`${planned.module_id} is planned and not in work`);
  const contractPath = ownFilePath(planned, "contract.yml");
  // Also if an earlier fix changed it before it was locked.
  const differs = (path: string, locked: Sha | undefined) => locked !== undefined && tree.blobs.get(path) !== locked;
  const ids = roleIds(task.state.request.issue, taskId, effect.question);
  const proposal = personsProposal(module, {
    description,
    acceptanceCriteria: task.taskFile.acceptance_criteria,
    hex: (what) => (what === "proposal" ? ids.artifact("PROPOSAL") : ids.artifact("IMPLEMENTATION")).slice(-8),
  });
  return {
    event: {
      kind: "fix-read",
      question: effect.question,
      contract_changed: differs(contractPath, module.lock?.contract_blob),
      tests_changed: differs(planned.test_file, module.lock?.test_blob),
      fixed: { module_id: planned.module_id, proposal },
      made: madeByPerson(taskId, effect.question),
    },
    files: [
      ...(await filesOf(taskId, tree, { planned, changed, question: effect.question, proposal })),
      proposalFile(taskId, proposal),
    ],
  };
}

/**
 * The same record as for a fix in a comment, with contract, examples and tests, so that readers need not know the
 * source.
 */
async function filesOf(
  task: TaskId,
  tree: Tree,
  {
    planned,
    changed,
    question,
    proposal,
  }: { planned: BuiltModule; changed: readonly string[]; question: number; proposal: Proposal },
): Promise<FileToWrite[]> {
  const files: FileToWrite[] = [];
  for (const path of new Set([...changed, ...specifiedPaths(planned)])) {
    const text = await tree.read(path);
    if (text !== undefined) files.push({ path, text });
  }
  const commit: AnswerFiles = {
    message: `factory: ${task} - fix ${harmlessTitle(planned.name)} (${planned.module_id})`,
    files: files.map(({ path, text }) => ({ path, text })),
    deletions: changed.filter((path) => !tree.blobs.has(path)),
  };
  const textOf = (path: string) =>
    changed.includes(path) ? files.find((file) => file.path === path)?.text : undefined;
  return [
    { path: answerPath(task, question), text: writeYaml(commit, AnswerFiles) },
    implementationFile(task, question, { proposal, commit }),
    ...ownFilesInState(task, planned, textOf),
  ];
}
