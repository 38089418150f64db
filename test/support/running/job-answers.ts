/** The results of jobs in a product that runs in memory: the same files and events as in a real product. */
import { Contract } from "../../../src/domain/contract/contract.js";
import { moduleStatePath, planPath } from "../../../src/domain/gates/state-paths.js";
import { digestOf, sha256 } from "../../../src/domain/hash.js";
import type { Instant } from "../../../src/domain/ids.js";
import { assignModuleIds } from "../../../src/domain/plan/assign-module-ids.js";
import { MicroPlan, plannedRef } from "../../../src/domain/plan/micro-plan.js";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import type { JobEffect, JobResult } from "../../../src/engine/ports.js";
import type { ChangeEvent } from "../../../src/features/interface-change/rules/change-event.js";
import { AnswerFiles } from "../../../src/features/modules/answer-files.js";
import { answerPath, examplesStatePath } from "../../../src/features/modules/artifacts/artifact-paths.js";
import type { TaskEvent } from "../../../src/features/modules/task-event.js";
import { moduleIdOf, NEW_WORK } from "../../../src/features/modules/task-work.js";
import { manifestPath, releaseNotesPath } from "../../../src/features/release/rules/release-state.js";
import { openRemarks } from "../../../src/features/remarks/open-remarks.js";
import { shippedTasks, takenWith } from "../../../src/features/undo/rules/taken-with.js";
import { undoPath } from "../../../src/features/undo/rules/undo-state.js";
import { writeYaml } from "../../../src/yaml/yaml.js";
import { aUsageLine } from "../artifacts.js";
import { aContract } from "../contract.js";
import { aChallenge, aFail, aFailure, aPass, aProposal, approval, rejection } from "../debate.js";
import { HALTS } from "../halt-causes.js";
import { aBuiltDraft, aDraft, aPlanReview } from "../micro-plan.js";
import { amendment, debated, raised } from "./upstream-answers.js";

/** How a job ends: it succeeds, fails, or needs a change of a shipped contract. */
export type JobEnding = "good" | "bad" | "upstream";

const NOTHING: JobResult = { events: [], files: [] };

export function answerJob(effect: JobEffect, state: FactoryState, at: Instant, ending: JobEnding): JobResult {
  switch (effect.kind) {
    case "ask-role":
      if (effect.activity === "plan") return plan(effect, state, at, ending);
      return effect.activity === "review-plan" ? review(effect, state, at, ending) : module(effect, state, at, ending);
    case "ship-module": {
      const { task, module: module_id, question } = effect;
      return moved(task, at, { kind: "ship-prepared", module_id, question }, [answerFile(task, question, module_id)]);
    }
    case "read-fix": {
      const first = state.work[effect.task]?.modules.find(({ written_in }) => written_in !== undefined);
      const { question } = effect;
      const fixed = first === undefined ? null : { module_id: moduleIdOf(first), proposal: aProposal() };
      const changed = { contract_changed: false, tests_changed: false };
      const written = first === undefined ? [] : [answerFile(effect.task, question, moduleIdOf(first))];
      return moved(effect.task, at, { kind: "fix-read", question, ...changed, fixed }, written);
    }
    case "prepare-release": {
      const { release_id, head } = effect;
      if (ending === "bad") {
        const note = { key: `release-refused:${release_id}`, issue: state.request.issue, body: "No.", answers: null };
        return { events: [{ kind: "release-refused", at, release_id, why: "A gate failed.", note }], files: [] };
      }
      const text = `release_id: ${release_id}\n`;
      const files = [manifestPath(release_id), releaseNotesPath(release_id)].map((path) => ({ path, text }));
      return { events: [{ kind: "release-prepared", at, release_id, head, digest: sha256(text) }], files };
    }
    case "tag-release":
      return { events: [{ kind: "release-published", at, release_id: effect.release_id, tag: "v1.0.0" }], files: [] };
    case "prepare-deprecation": {
      const note = {
        key: `deprecation:${sha256(`${effect.module}${at}`).slice(0, 8)}`,
        issue: 3,
        body: "No.",
        answers: null,
      };
      return { events: [{ kind: "deprecation-refused", at, module_ref: effect.module, note }], files: [] };
    }
    case "prepare-undo":
      return undo(effect, state, at, ending);
    case "debate-contract":
      return debated(effect, at, ending === "good");
    case "find-consumers": {
      const event: ChangeEvent = { kind: "consumers-found", consumers: [] };
      return { events: [{ kind: "interface-change-updated", at, exception_id: effect.change_id, event }], files: [] };
    }
    default:
      return NOTHING;
  }
}

type Ask = Extract<JobEffect, { kind: "ask-role" }>;
const usage = (task: string, at: Instant) => [aUsageLine({ at, task, cost_usd: 0.01 })];

function plan({ task, question }: Ask, state: FactoryState, at: Instant, ending: JobEnding): JobResult {
  const answered = { question, usage: usage(task, at) };
  if (ending === "bad") {
    return moved(task, at, { kind: "question-failed", ...answered, module_id: null, cause: HALTS["plan-invalid"] }, []);
  }
  const agreed = state.agreed_versions[task];
  const drafts =
    agreed === undefined
      ? newModules(state.next_module)
      : [aBuiltDraft("m900", { successor_of: agreed.replaces, reuse_candidate_refs: [agreed.replaces] })];
  const { plan: made, nextNumber } = assignModuleIds(aDraft(...drafts), {
    microPlanId: "MP-0a1b2c3d",
    parentTaskRef: `${task}@1.0.0`,
    nextNumber: state.next_module,
    approvedVersions: new Map(agreed === undefined ? [] : [[agreed.replaces, agreed.version]]),
  });
  const modules = made.modules.map((planned) => ({
    module_ref: plannedRef(planned),
    name: planned.name,
    depends_on: [],
    reused: false,
  }));
  const toReview = modules.length > 1 ? { to_review: true as const } : {};
  const fields = {
    micro_plan_id: made.micro_plan_id,
    digest: digestOf(made),
    modules,
    next_module: nextNumber,
    ...toReview,
  };
  const file = { path: planPath(task), text: writeYaml(made, MicroPlan) };
  return moved(task, at, { kind: "plan-made", ...answered, ...fields }, [file]);
}

function review({ task, question }: Ask, state: FactoryState, at: Instant, ending: JobEnding): JobResult {
  const micro_plan_id = state.work[task]?.proposed_plan?.micro_plan_id;
  if (micro_plan_id === undefined) return NOTHING;
  const given = aPlanReview(ending === "bad" ? ["COMPLETE"] : []);
  return moved(
    task,
    at,
    { kind: "plan-reviewed", question, usage: usage(task, at), review: { ...given, micro_plan_id } },
    [],
  );
}

/** Sometimes two independent modules, so that one can finish when the other fails. */
function newModules(next: number) {
  const numbers = next % 3 === 0 ? [next, next + 1] : [next];
  return numbers.map((number) => aBuiltDraft(`m${number}`));
}

function module(effect: Ask, state: FactoryState, at: Instant, ending: JobEnding): JobResult {
  const { task, module: id, activity, question } = effect;
  if (id === null) return NOTHING;
  if (ending === "upstream" && (activity === "implement" || activity === "challenge"))
    return raised(effect, at, activity === "implement" ? "proposer" : "challenger");
  const answered = { question, usage: usage(task, at), module_id: id };
  const written = { ...answered, contract_changed: false, tests_changed: false };
  switch (activity) {
    case "specify":
      return moved(task, at, { kind: "module-specified", ...written, activity }, [
        answerFile(task, question, id),
        { path: moduleStatePath(task, id, "contract.yml"), text: writeYaml(contractOf(id), Contract) },
        { path: examplesStatePath(task, id), text: "# Examples\n" },
      ]);
    case "implement":
    case "revise":
    case "amend": {
      const heard = activity === "revise" ? openRemarks(state.remarks, task, state.work[task] ?? NEW_WORK) : [];
      const taken = heard.length === 0 ? {} : { remarks: heard.map((remark) => remark.id) };
      return moved(task, at, { kind: "module-proposed", ...written, ...taken, activity, proposal: aProposal() }, [
        answerFile(task, question, id),
      ]);
    }
    case "propose":
      return amendment(effect, at);
    case "challenge": {
      const failures = [aFailure({ invariant: `Case ${question} of ${id} is decided` })];
      const challenge = aChallenge(ending === "bad" ? aFail({ failures }) : aPass());
      return moved(task, at, { kind: "module-challenged", ...answered, challenge }, []);
    }
    case "adjudicate":
      return moved(
        task,
        at,
        {
          kind: "module-adjudicated",
          ...answered,
          adjudication: ending === "bad" ? rejection : approval,
        },
        [],
      );
    default:
      return NOTHING;
  }
}

function contractOf(id: string): Contract {
  const key = `m${Number(id.slice(3))}`;
  return aContract({
    module_id: id,
    dependencies: [],
    consumes: [],
    entry: `src/${key}.ts`,
    test_file: `test/${key}.test.ts`,
    target_artifacts: [`src/${key}.ts`],
    files: [
      { path: `src/${key}.ts`, action: "CREATE", reason: "the module" },
      { path: `test/${key}.test.ts`, action: "CREATE", reason: "its tests" },
    ],
  });
}

function answerFile(task: string, question: number, id: string) {
  const { entry, test_file } = contractOf(id);
  const files = [entry, test_file].map((path) => ({ path, text: `// ${question}\n` }));
  return { path: answerPath(task, question), text: writeYaml({ message: "work", files, deletions: [] }, AnswerFiles) };
}

function undo(
  effect: Extract<JobEffect, { kind: "prepare-undo" }>,
  state: FactoryState,
  at: Instant,
  ending: JobEnding,
): JobResult {
  const { task: task_id, head } = effect;
  const found = state.undos.find(({ order }) => order.task_id === task_id);
  if (found === undefined || state.project === null) return NOTHING;
  if (ending === "bad") {
    const note = {
      key: `undo:${sha256(`${task_id}${at}`).slice(0, 8)}`,
      issue: found.order.issue,
      body: "No.",
      answers: null,
    };
    return { events: [{ kind: "undo-refused", at, task_id, note }], files: [] };
  }
  const taken = takenWith(
    shippedTasks(state.project.tasks, () => undefined),
    task_id,
    [],
  ).map((one) => ({
    task_id: one.task_id,
    merge_sha: one.merge_sha,
    modules: [...one.built],
    attempt: 1,
    questions: 20,
    asked: {},
  }));
  const text = writeYaml({ message: "take back", files: [], deletions: ["src/m1.ts"] }, AnswerFiles);
  const ownFirst = taken.toSorted((a, b) => Number(b.task_id === task_id) - Number(a.task_id === task_id));
  return {
    events: [{ kind: "undo-prepared", at, task_id, head, digest: sha256(text), taken: ownFirst }],
    files: [{ path: undoPath(task_id), text }],
  };
}

function moved(task_id: string, at: Instant, event: TaskEvent, files: JobResult["files"]): JobResult {
  return { events: [{ kind: "work-updated", at, task_id, event }], files };
}
