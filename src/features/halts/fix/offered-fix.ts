import type { Config } from "../../../domain/config/config.js";
import { Contract } from "../../../domain/contract/contract.js";
import type { Proposal } from "../../../domain/debate/proposal.js";
import { gitBlobSha } from "../../../domain/hash.js";
import type { TaskId } from "../../../domain/ids.js";
import type { BuiltModule } from "../../../domain/plan/micro-plan.js";
import { accept, type Outcome, refuse } from "../../../domain/refusal.js";
import type { FileToWrite } from "../../../engine/effects/effect-parts.js";
import type { Situation } from "../../../engine/situation.js";
import { harmlessTitle } from "../../../render/safe-title.js";
import { readYaml, writeYaml } from "../../../yaml/yaml.js";
import { commitTitle } from "../../merging/commit-title.js";
import { AnswerFiles } from "../../modules/answer-files.js";
import { answerPath } from "../../modules/artifacts/artifact-paths.js";
import { implementationFile } from "../../modules/artifacts/implementation.js";
import { committedFiles } from "../../modules/committed-files.js";
import { derivedHex } from "../../modules/keys.js";
import type { ModuleWork } from "../../modules/module-work.js";
import type { TaskEvent } from "../../modules/task-event.js";
import { moduleIdOf } from "../../modules/task-work.js";
import { planOf, taskFileOf } from "../task-reading.js";
import { checkFixContract } from "./fix-contract.js";
import { changesExamples, fixExamplesProblems } from "./fix-examples.js";
import { madeByPerson, personsProposal, proposalFile } from "./persons-proposal.js";
import { type OwnFile, ownFilePath, ownFilesInState, placeFix, specifiedPaths } from "./place-fix.js";

/** Files that a person wrote in a comment, and their purpose. */
export type Fix = { readonly fix_description: string; readonly fix_artifacts: Readonly<Record<string, string>> };

/** A fix as input of the work: the event that offers it, and the files for the commit and the gates. */
export type OfferedFix = {
  readonly event: Extract<TaskEvent, { kind: "fix-offered" }>;
  readonly files: readonly FileToWrite[];
};

/**
 * Checks a fix before it is accepted: it keeps to one module's files, and a contract in it is valid
 * (requirements.md#resolutions).
 */
export function offeredFix(situation: Situation, task: TaskId, fix: Fix): Outcome<OfferedFix> {
  const work = situation.state.work[task];
  const plan = planOf(situation, task);
  if (work === undefined || plan === undefined) {
    return refuse("nothing-to-fix", `${task} halted before there was a plan, so there is nothing to fix`);
  }
  const paths = Object.keys(fix.fix_artifacts);
  const placed = placeFix(work, plan, { paths, rules: situation.config });
  if (!placed.ok) return placed;
  const module = work.modules.find((candidate) => moduleIdOf(candidate) === placed.value.module_id);
  if (module === undefined) throw new TypeError(`${placed.value.module_id} is planned and not in work`);
  const contract = checkContract(placed.value, fix);
  if (!contract.ok) return contract;
  const specified = specifiedWith(placed.value, fix, committedFiles(situation, task, module));
  if (!specified.ok) return specified;
  const shown = checkShown(placed.value, fix, specified.value);
  if (!shown.ok) return shown;
  const textOf = (path: string) => fix.fix_artifacts[path] ?? specified.value[path];
  const question = work.questions + 1;
  const event = {
    kind: "fix-offered",
    question,
    module_id: placed.value.module_id,
    contract_changed: differs(textOf(ownFilePath(placed.value, "contract.yml")), module.lock?.contract_blob),
    tests_changed: differs(textOf(placed.value.test_file), module.lock?.test_blob),
    proposal: proposalOf(situation, task, { module, fix, question }),
    made: madeByPerson(task, question),
  } as const;
  return accept({
    event,
    files: [
      ...filesOf(task, placed.value, {
        fix,
        specified: specified.value,
        question,
        ci: situation.config.ci,
        proposal: event.proposal,
      }),
      proposalFile(task, event.proposal),
    ],
  });
}

/**
 * The contract, examples and tests that the fix leaves unchanged. They are committed with it, because red locks what
 * the commit has. For a module without files, a fix must have all three.
 */
function specifiedWith(
  planned: BuiltModule,
  { fix_artifacts }: Fix,
  current: ReadonlyMap<string, string>,
): Outcome<Readonly<Record<string, string>>> {
  const left = specifiedPaths(planned).filter((path) => fix_artifacts[path] === undefined);
  const needed = current.size === 0 ? left : left.filter((path) => path === planned.test_file);
  const missing = needed.filter((path) => !current.has(path));
  if (missing.length > 0) {
    const message = `Nothing of ${planned.module_id} stands on the branch that could be left as it is: write ${missing.join(", ")} out, too.`;
    return refuse("fix-incomplete", message, { missing });
  }
  const texts = left.map((path) => [path, current.get(path)] as const);
  return accept(Object.fromEntries(texts.filter((entry): entry is [string, string] => entry[1] !== undefined)));
}

/** The examples are judged whenever they or their contract change, as a role's are. */
function checkShown(
  planned: BuiltModule,
  { fix_artifacts }: Fix,
  specified: Readonly<Record<string, string>>,
): Outcome<null> {
  if (!changesExamples(planned, Object.keys(fix_artifacts))) return accept(null);
  const textOf = (file: OwnFile) => {
    const path = ownFilePath(planned, file);
    return fix_artifacts[path] ?? specified[path];
  };
  const [contractText, examples] = [textOf("contract.yml"), textOf("examples.md")];
  if (contractText === undefined || examples === undefined) return accept(null);
  const contract = readYaml(ownFilePath(planned, "contract.yml"), contractText, Contract);
  if (!contract.ok) return contract;
  const problems = fixExamplesProblems(planned, { examples, contract: contract.value });
  return problems.length === 0 ? accept(null) : refuse("examples-incomplete", problems.join("\n"), { problems });
}

function checkContract(planned: BuiltModule, { fix_artifacts }: Fix): Outcome<null> {
  const path = ownFilePath(planned, "contract.yml");
  const text = fix_artifacts[path];
  if (text === undefined) return accept(null);
  const read = readYaml(path, text, Contract);
  return read.ok ? checkFixContract(path, read.value, planned) : read;
}

/** Without a lock nothing can differ from it: everything is gated then anyway. */
function differs(text: string | undefined, locked: string | undefined): boolean {
  return text !== undefined && locked !== undefined && gitBlobSha(text) !== locked;
}

function proposalOf(
  situation: Situation,
  task: TaskId,
  { module, fix, question }: { readonly module: ModuleWork; readonly fix: Fix; readonly question: number },
) {
  const { stateHead } = situation;
  if (stateHead === null) throw new TypeError("a fix is offered only when there is a state");
  return personsProposal(module, {
    description: fix.fix_description,
    acceptanceCriteria: taskFileOf(situation, task)?.acceptance_criteria ?? [fix.fix_description],
    hex: (what) => derivedHex(stateHead, task, question, what).slice(0, 8),
  });
}

function filesOf(
  task: TaskId,
  planned: BuiltModule,
  {
    fix,
    specified,
    question,
    ci,
    proposal,
  }: {
    readonly fix: Fix;
    readonly specified: Readonly<Record<string, string>>;
    readonly question: number;
    readonly proposal: Proposal;
  } & Pick<Config, "ci">,
): FileToWrite[] {
  const words = `fix ${harmlessTitle(planned.name)} (${planned.module_id})`;
  const commit: AnswerFiles = {
    // The evidence follows the title.
    message: commitTitle(task, words, { ci, isComplete: false }),
    files: Object.entries({ ...fix.fix_artifacts, ...specified }).map(([path, text]) => ({ path, text })),
    deletions: [],
  };
  return [
    { path: answerPath(task, question), text: writeYaml(commit, AnswerFiles) },
    implementationFile(task, question, { proposal, commit }),
    ...ownFilesInState(task, planned, (path) => fix.fix_artifacts[path]),
  ];
}
