import type { Workspace } from "../../context/workspace/workspace.js";
import { Contract } from "../../domain/contract/contract.js";
import { supportFiles } from "../../domain/contract/support-files.js";
import type { ProposalAnswer } from "../../domain/debate/proposal.js";
import { moduleStatePath } from "../../domain/gates/state-paths.js";
import { moduleFolder } from "../../domain/index-entries/code-index-entry.js";
import { accept, type Outcome, orThrow, refuse } from "../../domain/refusal.js";
import type { ContractDraft } from "../../domain/roles/answers.js";
import type { FileToWrite } from "../../engine/effects/effect-parts.js";
import { commitTitle } from "../../features/merging/commit-title.js";
import { AnswerFiles } from "../../features/modules/answer-files.js";
import { answerPath, examplesStatePath } from "../../features/modules/artifacts/artifact-paths.js";
import type { WritingActivity } from "../../features/modules/module-work.js";
import { harmlessTitle } from "../../render/safe-title.js";
import { writeYaml, YAML_LIMITS } from "../../yaml/yaml.js";
import type { ModuleReading } from "../reading/read-module.js";
import type { TaskReading, Tree } from "../reading/read-task.js";
import { composeContract } from "./compose-contract.js";

/** One writing activity in progress: its facts, its start, and the files written so far. */
export type Work = {
  readonly task: TaskReading;
  readonly module: ModuleReading;
  /** The start of the Proposer: the branch's head, or the red commit. */
  readonly tree: Tree;
  readonly workspace: Workspace;
  readonly activity: WritingActivity;
};

/** What a Proposer submitted besides its files; null means unchanged. */
export type Built = {
  readonly contract: ContractDraft | null;
  readonly examples: string | null;
  readonly proposal: ProposalAnswer | null;
};

/** The files of the module after the activity, written or unchanged. */
export async function filesAfter({ module, tree, workspace }: Pick<Work, "module" | "tree" | "workspace">) {
  const { files, deletions } = workspace.changes();
  const written = new Map(files.map(({ path, text }) => [path, text]));
  const after = new Map<string, string>();
  for (const { path } of module.planned.files) {
    if (deletions.includes(path)) continue;
    const text = written.get(path) ?? (await tree.read(path));
    if (text !== undefined) after.set(path, text);
  }
  return after;
}

/** All files of one answer are one file of the state branch, with contract and examples; its size is limited. */
const MOST_BYTES = YAML_LIMITS.maxBytes / 2;
/** A text of this length fits in any encoding. */
const SURELY_FITS = 500_000;

/**
 * Whether the written files fit into one answer. Each file is limited when it is written, but a module may have many.
 */
export async function checkHeld(work: Work): Promise<Outcome<null>> {
  const files = await changedFiles(work, await filesAfter(work));
  if (files.reduce((total, { text }) => total + text.length, 0) <= SURELY_FITS) return accept(null);
  const bytes = Buffer.byteLength(writeYaml({ message: work.activity, files, deletions: [] }, AnswerFiles));
  if (bytes <= MOST_BYTES) return accept(null);
  const most = Math.floor(MOST_BYTES);
  return refuse(
    "files-too-large",
    `The files that you wrote have ${bytes} bytes in all, and at most ${most} are taken: write less of them.`,
  );
}

/** The commit for the task's branch, and copies for the App and the gates. */
export async function builtFiles(
  work: Work,
  built: Built,
  question: number,
): Promise<{
  readonly commit: AnswerFiles;
  readonly files: FileToWrite[];
  readonly testText: string;
  readonly contractText: string;
}> {
  const { task, module } = work;
  const { module_id, module_version, test_file } = module.planned;
  const after = await filesAfter(work);
  const testText = after.get(test_file);
  if (testText === undefined) throw new Error(`${test_file} was not written, and the answer was accepted`);
  const contract = contractAfter(work, built, testText);
  const contractText = writeYaml(contract, Contract);
  const examples = built.examples ?? module.examples;
  if (examples === null) throw new Error(`${module_id} has no examples, and the answer was accepted`);
  const folder = moduleFolder(module_id, module_version);
  const factoryFiles = [
    { path: `${folder}/contract.yml`, text: contractText },
    { path: `${folder}/examples.md`, text: examples },
  ];
  const commit: AnswerFiles = {
    message: commitTitle(task.taskId, `${work.activity} ${harmlessTitle(module.planned.name)} (${module_id})`, {
      ci: task.config.ci,
      isComplete: false,
    }),
    files: [...(await changedFiles(work, after)), ...factoryFiles],
    deletions: await removedFiles(work, after),
  };
  return {
    commit,
    testText,
    contractText,
    files: [
      { path: answerPath(task.taskId, question), text: writeYaml(commit, AnswerFiles) },
      { path: moduleStatePath(task.taskId, module_id, "contract.yml"), text: contractText },
      { path: examplesStatePath(task.taskId, module_id), text: examples },
    ],
  };
}

function contractAfter({ task, module }: Work, { contract }: Built, testText: string): Contract {
  if (contract !== null) return orThrow(composeContract(contract, module.planned, { config: task.config, testText }));
  if (module.contract === null) throw new Error(`${module.planned.module_id} was never specified`);
  return module.contract;
}

/** Compared with the branch's head, not with the Proposer's start: a fresh attempt also reverts what failed. */
async function changedFiles({ task, module }: Work, after: ReadonlyMap<string, string>): Promise<FileToWrite[]> {
  const changed: FileToWrite[] = [];
  const { files, test_file, entry } = module.planned;
  const tests = new Set([test_file, ...supportFiles({ files, testFile: test_file, entry })]);
  for (const { path } of files) {
    const text = after.get(path);
    // The tests are always included, even if a version keeps those of the one before: red locks the commit's content.
    const isChanged = tests.has(path) || text !== (await task.tree.read(path));
    if (text !== undefined && isChanged) changed.push({ path, text });
  }
  return changed;
}

async function removedFiles({ task, module }: Work, after: ReadonlyMap<string, string>): Promise<string[]> {
  return module.planned.files.map(({ path }) => path).filter((path) => task.tree.blobs.has(path) && !after.has(path));
}
