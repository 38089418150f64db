import { contextForJudge } from "../../context/sections/context-for.js";
import type { NamedText } from "../../context/sections/role-facts.js";
import type { Config } from "../../domain/config/config.js";
import type { ContractAssertion } from "../../domain/contract/assertion.js";
import { AssertionResult } from "../../domain/enforcement/assertion-result.js";
import { checkEvidence } from "../../domain/enforcement/judge-evidence.js";
import type { JudgeAnswer } from "../../domain/roles/answers.js";
import type { JobResult, RepositoryRef } from "../../engine/ports.js";
import { judgementPath } from "../../features/modules/artifacts/artifact-paths.js";
import type { TaskEvent } from "../../features/modules/task-event.js";
import { writeYaml } from "../../yaml/yaml.js";
import { isAsked, sourcesOf } from "../asking/asked-module.js";
import { answerRecords, packFile } from "../asking/records.js";
import { failureCause } from "../asking/role-failure.js";
import { taskCall } from "../asking/task-call.js";
import { workUpdated } from "../asking/work-updated.js";
import { question } from "../question.js";
import { type Asked, type JobPorts, NOTHING } from "../reading/job-ports.js";
import { readModule } from "../reading/read-module.js";
import { readTask } from "../reading/read-task.js";
import { roleIds } from "../reading/role-ids.js";
import { judgeJudge } from "./judge-judge.js";

type Semantic = ContractAssertion & { readonly check: Extract<ContractAssertion["check"], { type: "semantic" }> };

/**
 * The judge reads the module's code and decides whether one statement of its contract holds. It gets one question for
 * each after the gates are green. Its verdict is advice unless the configuration lets it block
 * (requirements.md#model-as-judge).
 */
export async function askJudge(repository: RepositoryRef, effect: Asked, ports: JobPorts): Promise<JobResult> {
  const task = await readTask(repository, effect.task, ports);
  if (task === undefined || effect.module === null || !isAsked(task, effect)) return NOTHING;
  const module = await readModule(task, effect.module);
  const { contract, planned, work } = module;
  if (contract === null) throw new TypeError("a judge needs a contract");
  const done = work.meaning?.results.length ?? 0;
  const [assertion, ...later] = contract.assertions.filter(isSemantic).slice(done);
  if (assertion === undefined) throw new Error(`${planned.module_id} has no ${done + 1}. semantic assertion`);
  const { config } = task;
  const say = (event: TaskEvent) => workUpdated(ports, effect.task, event);
  const judged = (result: AssertionResult, usage: Extract<TaskEvent, { kind: "module-judged" }>["usage"]) =>
    say({
      kind: "module-judged",
      question: effect.question,
      usage,
      module_id: planned.module_id,
      result,
      left: later.length,
    });
  const sources = await sourcesOf(task, planned);
  if (!sources.some(({ name }) => name === assertion.check.target)) {
    const error = `${assertion.check.target} is not a file of this module`;
    return { events: [judged(resultOf(assertion, config, { passed: false, error }), [])], files: [] };
  }
  const ids = roleIds(task.state.request.issue, effect.task, effect.question);
  const context = contextForJudge(taskCall(ports, ids, { task: effect.task, head: null, config }), {
    contract,
    semanticCheck: assertion,
    sources,
  });
  const outcome = await ports.model.ask(
    question({
      activity: judgeJudge,
      subject: { task: effect.task, module: effect.module, attempt: effect.attempt },
      ...context,
      tools: [],
      check: (answer) => checkEvidence(answer, textsOf(sources)),
      config,
      signal: ports.signal,
    }),
  );
  const usage = [...outcome.usage];
  if (outcome.kind !== "answered") {
    const cause = failureCause("judge", config.models.judge.name, outcome);
    const { module_id } = planned;
    // Missing advice does not block; a requirement without a verdict does.
    const error = `the judge gave no usable answer: ${outcome.kind}`;
    const event =
      typeOf(assertion, config) === "assert"
        ? say({ kind: "question-failed", question: effect.question, usage, module_id, cause })
        : judged(resultOf(assertion, config, { passed: false, error }), usage);
    return { events: [event], files: [packFile(context.pack)] };
  }
  const result = resultOf(assertion, config, { passed: outcome.value.holds, actual: wordsOf(outcome.value) });
  const path = judgementPath(effect.task, planned.module_id, effect.question);
  return {
    events: [judged(result, usage)],
    files: [
      { path, text: writeYaml(result, AssertionResult) },
      ...answerRecords({
        pack: context.pack,
        type: "JUDGEMENT",
        artifact: path,
        task: effect.task,
        ids,
        now: ports.clock.now(),
      }),
    ],
  };
}

function isSemantic(assertion: ContractAssertion): assertion is Semantic {
  return assertion.check.type === "semantic";
}

function typeOf({ type }: ContractAssertion, { semantic_assertions }: Config): ContractAssertion["type"] {
  return semantic_assertions === "assert" ? type : "suggest";
}

function resultOf(
  assertion: Semantic,
  config: Config,
  verdict: Pick<AssertionResult, "passed" | "actual" | "error">,
): AssertionResult {
  const { target, criterion } = assertion.check;
  return {
    assertion: { ...assertion, type: typeOf(assertion, config) },
    tier: "judge",
    expected: `${target}: ${criterion}`,
    ...verdict,
  };
}

function wordsOf({ why, evidence }: JudgeAnswer): string {
  return `${why} (${evidence})`;
}

function textsOf(sources: readonly NamedText[]): ReadonlyMap<string, string> {
  return new Map(sources.map(({ name, text }) => [name, text]));
}
