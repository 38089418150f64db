import type { Contract } from "../../domain/contract/contract.js";
import { difference } from "../../domain/contract/difference.js";
import { fingerprint } from "../../domain/contract/fingerprint.js";
import { checkVersion } from "../../domain/contract/version.js";
import { checkAmendmentsApplied } from "../../domain/debate/amendment-check.js";
import { checkTraces, type ProposalAnswer } from "../../domain/debate/proposal.js";
import { keepsAmendments } from "../../domain/enforcement/contract-amendment.js";
import { canonicalJson } from "../../domain/hash.js";
import type { BuiltModule } from "../../domain/plan/micro-plan.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { CLAIM_ROOM, fits } from "../../domain/roles/answer-room.js";
import type { AmendAnswer, ContractDraft, SpecifyAnswer } from "../../domain/roles/answers.js";
import { describeDifferences } from "../../features/halts/escalation/dimension-differences.js";
import { checkBuiltAgainst } from "../../features/shipping/check-built-against.js";
import { checkExamples } from "../../features/shipping/examples-floor.js";
import { filesAfter, type Work } from "./built-files.js";
import { composeContract } from "./compose-contract.js";
import { deliverableOf } from "./deliverable.js";
import { traceableNames } from "./traceable-names.js";

/** Checks that contract, examples and tests are consistent before the commit. The gates judge their quality. */
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
  const bound = checkBound(work.module, composed.value);
  if (!bound.ok) return bound;
  const kept = checkAccepted(work, composed.value);
  if (!kept.ok) return kept;
  return examplesProblem(examples, composed.value);
}

function examplesProblem(examples: string, contract: Contract): Outcome<never> | undefined {
  const gaps = checkExamples(examples, contract);
  if (gaps.length === 0) return undefined;
  return refuse("examples-incomplete", gaps.map(({ message }) => `examples: ${message}`).join("\n"));
}

/** The external constraints of a module's contract: the agreement, the version before, and the plan. */
export function checkBound(
  module: Pick<Work["module"], "agreed" | "predecessor" | "planned">,
  contract: Contract,
): Outcome<Contract> {
  const agreed = checkKeepsAgreed(module.agreed, contract);
  if (!agreed.ok) return agreed;
  const follows = checkFollows(module, contract);
  return follows.ok ? checkDeclared(module.planned, contract) : follows;
}

/** Notifications and release gates use the contract's dependencies, so they must be those of the plan. */
export function checkDeclared({ depends_on }: Pick<BuiltModule, "depends_on">, contract: Contract): Outcome<Contract> {
  const built = checkBuiltAgainst(
    contract,
    depends_on.map((module_ref) => ({ module_ref })),
  );
  if (built.ok) return built;
  const planned = depends_on.length === 0 ? "nothing" : depends_on.join(", ");
  return refuse(
    built.refusal.code,
    `contract.dependencies: the plan depends on ${planned}; declare a range for each of them and for nothing else. ${built.refusal.message}`,
  );
}

/** A person's decision about the contract must stay; specifying it again may only change the tests. */
function checkAccepted({ module, activity }: Work, contract: Contract): Outcome<null> {
  const { amendments = [] } = module.work;
  const kept = keepsAmendments(contract, amendments);
  if (!kept.ok || amendments.length === 0 || activity !== "specify" || module.contract === null) return kept;
  if (promisesOf(contract) === promisesOf(module.contract)) return accept(null);
  return refuse(
    "contract-decided",
    "A person decided about this contract: hand in inputs, outputs, error_surfaces, effects, modes and assertions exactly as they are given, with tests and examples for them.",
  );
}

function promisesOf({ assertions, ...contract }: Contract): string {
  return canonicalJson([fingerprint(contract), assertions]);
}

/** A task cannot choose the interface of an agreed version, because others wait for exactly that. */
function checkKeepsAgreed(agreed: Contract | null, contract: Contract): Outcome<Contract> {
  if (agreed === null || fingerprint(agreed) === fingerprint(contract)) return accept(contract);
  const ref = `${agreed.module_id}@${agreed.module_version}`;
  return refuse(
    "interface-agreed",
    `The interface of ${ref} is agreed. Take its inputs, outputs, error_surfaces, effects and modes word for word. Differs: ${differences(agreed, contract)}`,
  );
}

function differences(from: Contract, to: Contract): string {
  return describeDifferences(difference(from, to))
    .map(({ dimension, difference: how }) => `contract.${dimension}: ${how}`)
    .join("; ");
}

/**
 * A version without an agreement is a patch and promises the same as its predecessor; any other promise needs an
 * interface change (requirements.md#versions, requirements.md#interface-change-flow).
 */
export function checkFollows(
  { agreed, predecessor }: Pick<Work["module"], "agreed" | "predecessor">,
  contract: Contract,
): Outcome<Contract> {
  if (predecessor === null || agreed !== null) return accept(contract);
  const lineage = [{ version: predecessor.module_version, dimensions: predecessor }];
  const version = checkVersion(contract.module_version, contract, lineage);
  if (version.ok) return accept(contract);
  const { code, message } = version.refusal;
  return refuse(
    code,
    `${message} Take inputs, outputs, error_surfaces, effects and modes of ${predecessor.module_id}@${predecessor.module_version} word for word. Differs: ${differences(predecessor, contract)}`,
  );
}

type Proposing = ProposalAnswer & { readonly contract?: ContractDraft | null; readonly examples?: string | null };

/** The planned files exist, and the claim maps the criteria to existing tests. */
export async function checkProposed<T extends Proposing>(work: Work, answer: T): Promise<Outcome<T>> {
  const { contract, examples } = answer;
  if (contract !== undefined && contract !== null) {
    const shown = examples ?? work.module.examples ?? "";
    const problem = await specificationProblem(work, { contract, examples: shown });
    if (problem !== undefined) return problem;
  } else if (typeof examples === "string" && work.module.contract !== null) {
    const problem = examplesProblem(examples, work.module.contract);
    if (problem !== undefined) return problem;
  }
  const after = await filesAfter(work);
  const unwritten = work.module.planned.files
    .filter(({ path, action }) => action !== "DELETE" && !after.has(path))
    .map(({ path }) => path);
  if (unwritten.length > 0)
    return refuse("files-missing", `The plan promises files that you have not written: ${unwritten.join(", ")}.`);
  const { claim, acceptance_checks, criteria } = answer;
  const room = fits({ claim, acceptance_checks, criteria }, CLAIM_ROOM);
  if (!room.ok) return room;
  const traced = tracesProblem(work, answer, after.get(work.module.planned.test_file) ?? "");
  return traced === undefined ? accept(answer) : traced;
}

/**
 * Each module traces its criteria to its own tests. All modules of a task together trace all criteria: the last one
 * covers what the others have not.
 */
function tracesProblem(work: Work, answer: Proposing, testText: string): Outcome<never> | undefined {
  const { task, module } = work;
  const asked = task.taskFile.acceptance_criteria;
  const { assertions = [] } = answer.contract ?? module.contract ?? {};
  const names = traceableNames({ path: module.planned.test_file, text: testText }, assertions);
  if (names === undefined) return undefined;
  const others = task.work.modules.filter(({ module_ref }) => module_ref !== module.work.module_ref);
  const isLast = others.every(({ step, reused }) => reused || step.step === "shipped");
  const tracedBefore = new Set(
    others.flatMap(({ trail }) =>
      trail.proposals.flatMap(({ criteria }) => criteria.map(({ criterion }) => criterion.trim())),
    ),
  );
  const own = new Set(answer.criteria.map(({ criterion }) => criterion.trim()));
  const pending = isLast ? asked.filter((criterion) => !tracedBefore.has(criterion.trim())) : [];
  const acceptanceCriteria = asked.filter((criterion) => own.has(criterion.trim()) || pending.includes(criterion));
  const traces = checkTraces(answer, { acceptanceCriteria, testNames: names });
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
