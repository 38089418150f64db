import { z } from "zod";
import { pathKey, RepoPath } from "../../domain/contract/repo-path.js";
import { supportFiles } from "../../domain/contract/support-files.js";
import { GATE_NUMBERS, type GateNumber } from "../../domain/gates/validator-code.js";
import { digestOf } from "../../domain/hash.js";
import { Digest, Sha } from "../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { GateContext } from "../gate-context.js";
import { VALIDATORS } from "../validators.js";
import type { PlanJson } from "./plan-json.js";

/** What a CONTRACT run that passed leaves for the EXECUTION run (decisions.md#a-contract-run-leaves-a-lock). */
export const ContractLock = z.strictObject({
  /** The judged commit. */
  head: Sha,
  contract: Digest,
  manifest: z.strictObject({
    files: z.array(z.strictObject({ path: RepoPath, action: z.enum(["CREATE", "MODIFY", "DELETE"]) })),
    testFile: RepoPath,
  }),
  /** The test file, and the support files of the manifest. */
  tests: z.array(z.strictObject({ path: RepoPath, blob: Sha })).min(1),
});
export type ContractLock = z.infer<typeof ContractLock>;

/** The part of a result that a later run reads. Results hold more. */
export const ContractRun = z.looseObject({
  id: z.string(),
  runType: z.enum(["CONTRACT", "EXECUTION"]),
  passed: z.boolean(),
  lock: ContractLock.nullable(),
});
export type ContractRun = z.infer<typeof ContractRun>;

type Judged = {
  readonly plan: PlanJson;
  readonly context: GateContext;
  readonly head: Sha;
  readonly gates: readonly GateNumber[];
};

/** Null for an EXECUTION run, and if a gate of the run type was left out. */
export function contractLock({ plan, context, head, gates }: Judged): ContractLock | null {
  if (plan.runType !== "CONTRACT" || gatesOf("CONTRACT").some((gate) => !gates.includes(gate))) return null;
  const { testFile, files } = plan.manifest;
  const targets = new Set((plan.contract?.targetArtifacts ?? []).map(pathKey));
  const support = supportFiles({ files, testFile, entry: null }).filter((path) => !targets.has(pathKey(path)));
  return {
    head,
    contract: contractDigest(plan),
    manifest: { files: files.map(({ path, action }) => ({ path, action })), testFile },
    tests: [testFile, ...support].flatMap((path) => {
      const blob = context.head.blob(path);
      return blob === undefined ? [] : [{ path, blob }];
    }),
  };
}

/** The lock of the run that the plan names, or why that run cannot be followed. */
export function lockToHold(plan: PlanJson, run: ContractRun): Outcome<ContractLock> {
  const no = (why: string) => refuse("contract-run", `contractRunId: ${why}`);
  if (run.id !== plan.contractRunId)
    return no(`${plan.contractRunId} is asked for, and this is the result of ${run.id}`);
  if (run.runType !== "CONTRACT") return no(`${run.id} was an ${run.runType} run; only a CONTRACT run can be followed`);
  if (!run.passed) return no(`${run.id} did not pass. Run it again until it does, and then the code`);
  if (run.lock === null) return no(`${run.id} left out a gate. Run it again without a list of gates`);
  if (run.lock.contract !== contractDigest(plan))
    return no(`the contract is not the one that ${run.id} judged. Restore it, or judge the new one by a CONTRACT run`);
  return accept(run.lock);
}

/** The gates that judge something in a run of this type. */
export function gatesOf(runType: PlanJson["runType"]): readonly GateNumber[] {
  return GATE_NUMBERS.filter((gate) =>
    VALIDATORS.some((validator) => validator.gate === gate && validator.runTypes.includes(runType)),
  );
}

function contractDigest({ contract }: PlanJson): Digest {
  return digestOf(contract ?? null);
}
