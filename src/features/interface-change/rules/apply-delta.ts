import { type CompatibilityVerdict, judgeCompatibility } from "../../../domain/contract/compatibility.js";
import { Contract } from "../../../domain/contract/contract.js";
import { withDerivedClauses } from "../../../domain/contract/derive-clauses.js";
import {
  Dimensions,
  effectName,
  effectsOf,
  errorSurfacesOf,
  PURE,
  TOTAL,
} from "../../../domain/contract/dimensions.js";
import { bumpVersion, requiredBump } from "../../../domain/contract/version.js";
import { deficienciesFromZod } from "../../../domain/deficiency.js";
import type { Version } from "../../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../../domain/refusal.js";
import {
  type ContractDelta,
  effectChanges,
  errorSurfaceChanges,
  type ItemChange,
  inputChanges,
  outputChanges,
} from "./contract-delta.js";
import type { CompatibilityExpectation } from "./interface-change-request.js";

/** The next contract after the delta, and its meaning for callers. */
export type CandidateContract = {
  readonly contract: Contract;
  readonly verdict: CompatibilityVerdict;
  /**
   * Where the raiser expected another verdict. The computed one decided the version
   * (decisions.md#interface-change-exceptions). Null if they agree.
   */
  readonly disagreement: string | null;
};

/**
 * Applies a delta to a shipped contract and bumps its version by the computed verdict
 * (requirements.md#interface-change-flow).
 */
export function applyDelta(
  contract: Contract,
  delta: ContractDelta,
  expectation: CompatibilityExpectation,
): Outcome<CandidateContract> {
  const changed = dimensionsAfter(contract, delta);
  if (!changed.ok) return changed;
  const dimensions = changed.value;
  const bump = requiredBump(contract, dimensions);
  if (bump === "patch")
    return refuse("delta-changes-nothing", `The delta leaves the interface of ${contract.module_id} as it is.`);
  const verdict = judgeCompatibility(contract, dimensions);
  return accept({
    contract: nextContract(contract, dimensions, bumpVersion(contract.module_version, bump)),
    verdict,
    disagreement: disagreementWith(expectation, verdict),
  });
}

function dimensionsAfter(contract: Contract, delta: ContractDelta): Outcome<Dimensions> {
  const inputs = applyChanges("input", named(contract.inputs), inputChanges(delta));
  if (!inputs.ok) return inputs;
  const outputs = applyChanges("output", named(contract.outputs), outputChanges(delta));
  if (!outputs.ok) return outputs;
  const errors = applyChanges("error surface", named(errorSurfacesOf(contract)), errorSurfaceChanges(delta));
  if (!errors.ok) return errors;
  const effects = applyChanges(
    "effect",
    effectsOf(contract).map((item) => ({ name: effectName(item), item })),
    effectChanges(delta),
  );
  if (!effects.ok) return effects;
  const dimensions = Dimensions.safeParse({
    inputs: inputs.value,
    outputs: outputs.value,
    error_surfaces: errors.value.length === 0 ? TOTAL : errors.value,
    effects: effects.value.length === 0 ? PURE : effects.value,
    modes: { ...contract.modes, ...delta.mode_changes },
  });
  if (dimensions.success) return accept(dimensions.data);
  const problems = deficienciesFromZod(dimensions.error);
  const list = problems.map(({ path, message }) => `${path}: ${message}`).join("; ");
  return refuse("delta-breaks-contract", `The delta leaves ${contract.module_id} without a valid interface: ${list}.`, {
    problems,
  });
}

type Named<Item> = { readonly name: string; readonly item: Item };

function named<Item extends { readonly name: string }>(items: readonly Item[]): Named<Item>[] {
  return items.map((item) => ({ name: item.name, item }));
}

/** Modified items keep their place and added ones go to the end, so that no caller's position changes by accident. */
function applyChanges<Item>(
  what: string,
  items: readonly Named<Item>[],
  changes: readonly ItemChange<Item>[],
): Outcome<Item[]> {
  const changeOf = new Map(changes.map((change) => [change.name, change]));
  const known = new Set(items.map(({ name }) => name));
  for (const { kind, name } of changes) {
    if (kind === "added" && known.has(name))
      return refuse("delta-adds-existing", `The delta adds ${what} "${name}", which exists; modify it instead.`, {
        name,
      });
    if (kind !== "added" && !known.has(name))
      return refuse("delta-names-unknown", `The delta changes ${what} "${name}", which does not exist.`, { name });
  }
  const kept = items.flatMap(({ name, item }) => {
    const change = changeOf.get(name);
    if (change === undefined) return [item];
    return change.kind === "removed" ? [] : [change.item];
  });
  return accept([...kept, ...changes.flatMap((change) => (change.kind === "added" ? [change.item] : []))]);
}

/**
 * Derived clauses follow the new interface. A clause that changed or was removed loses its tests' mapping. The files
 * exist since the version before, so the next one modifies them.
 */
export function nextContract(contract: Contract, dimensions: Dimensions, version: Version): Contract {
  const clauses = withDerivedClauses({ ...contract, ...dimensions });
  const before = new Map(contract.clauses.map((clause) => [clause.id, clause.spec]));
  const unchanged = new Set(clauses.filter(({ id, spec }) => before.get(id) === spec).map(({ id }) => id));
  const files = contract.files.filter(({ action }) => action !== "DELETE");
  const paths = files.map(({ path }) => path);
  const targets = contract.target_artifacts.filter((path) => paths.includes(path));
  return Contract.parse({
    ...contract,
    ...dimensions,
    module_version: version,
    change_type: "modify",
    files: files.map((file) => ({ ...file, action: "MODIFY" })),
    target_artifacts: targets.length > 0 ? targets : paths,
    clauses,
    test_mapping: Object.fromEntries(Object.entries(contract.test_mapping).filter(([id]) => unchanged.has(id))),
  });
}

function disagreementWith(
  expectation: CompatibilityExpectation,
  { compatibility, reasons }: CompatibilityVerdict,
): string | null {
  if (expectation === "UNKNOWN" || expectation === compatibility) return null;
  const because = reasons.length === 0 ? "callers notice nothing" : reasons.join("; ");
  return `Expected ${expectation}, but the change is ${compatibility}: ${because}.`;
}
