import { checkAmendmentsApplied } from "../domain/debate/amendment-check.js";
import { checkTraces, type ProposalAnswer } from "../domain/debate/proposal.js";
import { accept, type Outcome, refuse } from "../domain/refusal.js";
import type { AmendAnswer, ContractDraft, SpecifyAnswer } from "../domain/roles/answers.js";
import { checkExamples } from "../domain/ship/examples-floor.js";
import { filesAfter, type Work } from "./built-files.js";
import { composeContract, testsIn } from "./compose-contract.js";
import { deliverableOf } from "./deliverable.js";

/** Contract, examples and tests hang together before anything is committed. What they are worth is the gates' to say. */
export async function checkSpecified(work: Work, answer: SpecifyAnswer): Promise<Outcome<SpecifyAnswer>> {
  const problem = await specificationProblem(work, answer);
  return problem === undefined ? accept(answer) : problem;
}

async function specificationProblem(
  work: Work,
  { contract, examples }: { readonly contract: ContractDraft; readonly examples: string },
): Promise<Outcome<never> | undefined> {
  const { test_file, module_id } = work.module.planned;
  const testText = (await filesAfter(work)).get(test_file);
  if (testText === undefined) {
    return refuse("no-tests", `Write the tests of ${module_id} to ${test_file} before you submit.`);
  }
  const composed = composeContract(contract, work.module.planned, { config: work.task.config, testText });
  if (!composed.ok) return composed;
  const gaps = checkExamples(examples, composed.value);
  if (gaps.length === 0) return undefined;
  return refuse("examples-incomplete", gaps.map(({ message }) => `examples: ${message}`).join("\n"));
}

type Proposing = ProposalAnswer & { readonly contract?: ContractDraft | null; readonly examples?: string | null };

/** The files that the plan promised exist, and the claim maps the criteria to tests that exist. */
export async function checkProposed<T extends Proposing>(work: Work, answer: T): Promise<Outcome<T>> {
  const { contract, examples } = answer;
  if (contract !== undefined && contract !== null) {
    const shown = examples ?? work.module.examples ?? "";
    const problem = await specificationProblem(work, { contract, examples: shown });
    if (problem !== undefined) return problem;
  }
  const after = await filesAfter(work);
  const unwritten = work.module.planned.files
    .filter(({ path, action }) => action !== "DELETE" && !after.has(path))
    .map(({ path }) => path);
  if (unwritten.length > 0)
    return refuse("files-missing", `The plan promises files that you have not written: ${unwritten.join(", ")}.`);
  const traced = tracesProblem(work, answer, after.get(work.module.planned.test_file) ?? "");
  return traced === undefined ? accept(answer) : traced;
}

/**
 * Each module traces the criteria it serves to its own tests. Together the modules of a task trace all of them: the last
 * one answers for what the others have not traced.
 */
function tracesProblem(work: Work, answer: ProposalAnswer, testText: string): Outcome<never> | undefined {
  const { task, module } = work;
  const asked = task.taskFile.acceptance_criteria;
  const tests = testsIn(module.planned.test_file, testText).flatMap(({ name, title }) => [name, title]);
  if (tests.length === 0) return undefined; // no grammar for this language: the gates say so, and block or not
  const others = task.work.modules.filter(({ module_ref }) => module_ref !== module.work.module_ref);
  const isLast = others.every(({ step, reused }) => reused || step.step === "shipped");
  const tracedBefore = new Set(
    others.flatMap(({ trail }) =>
      trail.proposals.flatMap(({ criteria }) => criteria.map(({ criterion }) => criterion.trim())),
    ),
  );
  const own = new Set(answer.criteria.map(({ criterion }) => criterion.trim()));
  const owed = isLast ? asked.filter((criterion) => !tracedBefore.has(criterion.trim())) : [];
  const acceptanceCriteria = asked.filter((criterion) => own.has(criterion.trim()) || owed.includes(criterion));
  const traces = checkTraces(answer, { acceptanceCriteria, testNames: tests });
  return traces.ok ? undefined : traces;
}

export async function checkAmended(work: Work, answer: AmendAnswer): Promise<Outcome<AmendAnswer>> {
  const proposed = await checkProposed(work, answer);
  if (!proposed.ok) return proposed;
  const { module, tree, task } = work;
  const { contract, examples } = module;
  const adjudication = module.work.trail.adjudications.at(-1);
  if (contract === null || examples === null || adjudication === undefined)
    throw new TypeError("nothing was adjudicated");
  const before = new Map<string, string>();
  for (const { path } of module.planned.files) {
    const text = await tree.read(path);
    if (text !== undefined) before.set(path, text);
  }
  const after = await filesAfter(work);
  const testText = after.get(module.planned.test_file) ?? "";
  const amended =
    answer.contract === null
      ? accept(contract)
      : composeContract(answer.contract, module.planned, { config: task.config, testText });
  if (!amended.ok) return amended;
  const applied = checkAmendmentsApplied({
    amendments: adjudication.amendments,
    records: answer.records,
    before: deliverableOf(contract, examples, before),
    after: deliverableOf(amended.value, answer.examples ?? examples, after),
  });
  return applied.ok ? accept(answer) : applied;
}
