import { Contract } from "../../domain/contract/contract.js";
import { namedFields } from "../../domain/contract/contract-fields.js";
import type { CitableNames } from "../../domain/debate/citation.js";
import { MAX_REVISIONS } from "../../domain/debate/limits.js";
import { moduleStatePath } from "../../domain/gates/state-paths.js";
import { ValidatorCode } from "../../domain/gates/validator-code.js";
import type { TaskId } from "../../domain/ids.js";
import { moduleFolder } from "../../domain/index-entries/code-index-entry.js";
import { orThrow } from "../../domain/refusal.js";
import type { Effect } from "../../engine/effects/effect.js";
import type { Situation } from "../../engine/situation.js";
import { readYaml } from "../../yaml/yaml.js";
import { AnswerFiles } from "../modules/answer-files.js";
import { answerPath, debatePath, examplesStatePath } from "../modules/artifacts/artifact-paths.js";
import type { ModuleWork } from "../modules/module-work.js";
import { moduleIdOf } from "../modules/task-work.js";
import type { WorkSituation } from "../modules/work-situation.js";
import { recordUrl } from "../status/record-url.js";
import { adjudicationReview } from "./adjudication-review.js";
import { type Citable, challengeReview } from "./challenge-review.js";
import type { CitedFile } from "./cited-line.js";
import { isCited } from "./cited-paths.js";
import type { VerdictReview } from "./verdict-review.js";

/** One pending review for each recorded verdict that is not posted yet. */
export function reviewEffects(situation: Situation, { taskId, work, pull }: WorkSituation): Effect[] {
  if (pull?.state !== "open") return [];
  const current = new Set(pull.reviews);
  const post = (key: string, review: VerdictReview): Effect[] =>
    current.has(key) ? [] : [{ kind: "post-review", key, number: pull.number, head: pull.head, ...review }];
  return work.modules.flatMap((module) => {
    const context = (index: number, kind: "challenges" | "adjudications", id: string) => ({
      moduleTitle: module.name,
      round: index + 1,
      rounds: (module.progress.limits?.revisions ?? MAX_REVISIONS) + 1,
      recordUrl: recordUrl(situation, debatePath(taskId, kind, id)),
    });
    const { challenges, adjudications } = module.trail;
    return [
      ...challenges.flatMap((challenge, index) => {
        const id = challenge.challenge_id;
        if (current.has(id)) return [];
        return post(
          id,
          challengeReview(challenge, context(index, "challenges", id), citable(situation, taskId, module)),
        );
      }),
      ...adjudications.flatMap((adjudication) => {
        const id = adjudication.adjudication_id;
        const round = challenges.findLastIndex(
          ({ target_artifact_id }) => target_artifact_id === adjudication.target_artifact_id,
        );
        const halts = endedBy(module) === id;
        return post(id, adjudicationReview(adjudication, { ...context(round, "adjudications", id), halts }));
      }),
    ];
  });
}

/** The rejection that ended the module; every other one sent it back. */
function endedBy({ step }: ModuleWork): string | undefined {
  return step.step === "failed" && step.cause.kind === "debate-rejected" ? step.cause.adjudication_id : undefined;
}

/** Contract, tests and examples with the names in them, as far as they were read. */
function citable({ state, files }: Situation, task: TaskId, module: ModuleWork): Citable {
  if (!isCited(state, task, module)) return { files: [], names: NO_NAMES };
  const id = moduleIdOf(module);
  const contractPath = moduleStatePath(task, id, "contract.yml");
  const contractText = files.get(contractPath);
  if (contractText === undefined) return { files: [], names: NO_NAMES };
  const contract = orThrow(readYaml(contractPath, contractText, Contract));
  const folder = moduleFolder(contract.module_id, contract.module_version);
  const examples = files.get(examplesStatePath(task, id));
  return {
    files: [
      { kind: "contract", path: `${folder}/contract.yml`, text: contractText },
      ...testsOf(files, task, module).filter(({ path }) => path === contract.test_file),
      ...(examples === undefined ? [] : [{ kind: "examples" as const, path: `${folder}/examples.md`, text: examples }]),
    ],
    names: namesIn(contract),
  };
}

/** The files of the answer that was gated red last. It has the tests, which are locked since. */
function testsOf(files: Situation["files"], task: TaskId, { specified_in }: ModuleWork): CitedFile[] {
  if (specified_in === undefined) return [];
  const path = answerPath(task, specified_in);
  const text = files.get(path);
  if (text === undefined) return [];
  return orThrow(readYaml(path, text, AnswerFiles)).files.map((file) => ({ kind: "test", ...file }));
}

const NO_NAMES: CitableNames = { testNames: [], clauseIds: [], contractFields: [], dependencyRefs: [], validators: [] };

function namesIn(contract: Contract): CitableNames {
  return {
    testNames: Object.values(contract.test_mapping).flat(),
    clauseIds: contract.clauses.map(({ id }) => id),
    contractFields: namedFields(contract),
    dependencyRefs: contract.dependencies.map(({ ref }) => ref),
    validators: ValidatorCode.options,
  };
}
