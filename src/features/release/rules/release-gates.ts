import { satisfiesRange } from "../../../domain/contract/dependency.js";
import { type Digest, type ModuleRef, moduleRef, parseModuleRef } from "../../../domain/ids.js";
import type { CodeIndexEntry } from "../../../domain/index-entries/code-index-entry.js";
import type { BuiltAgainst } from "../../shipping/ship-evidence.js";

/** One module of the release set, with its contract and ship evidence. */
export type ReleaseModule = {
  readonly module_ref: ModuleRef;
  readonly shipped: boolean;
  readonly fingerprint: Digest;
  /** Declared dependencies as ranges, and the versions it was built and judged with. */
  readonly depends_on: readonly string[];
  readonly built_against: readonly BuiltAgainst[];
};

type IndexedModule = Pick<CodeIndexEntry, "module_id" | "version" | "status" | "dependencies">;

/** One reason for a failed gate: the module, its reference, and the fix. */
export type Offender = { readonly module_ref: ModuleRef; readonly reference: string; readonly message: string };

export type GateResult = { readonly result: "PASS" | "FAIL"; readonly offenders: readonly Offender[] };

export const RELEASE_GATES = [
  "dependency_check",
  "fingerprint_check",
  "deprecation_check",
  "code_index_check",
] as const;
export type ReleaseGate = (typeof RELEASE_GATES)[number];
export type ReleaseGateResults = Readonly<Record<ReleaseGate, GateResult>>;

/** The four integration gates over a release set (requirements.md#release-gates). */
export function runReleaseGates(set: readonly ReleaseModule[], index: readonly IndexedModule[]): ReleaseGateResults {
  return {
    dependency_check: toResult(set.flatMap((module) => unresolvedDependencies(module, set))),
    fingerprint_check: toResult(set.flatMap((module) => driftedDependencies(module, set))),
    deprecation_check: toResult(set.flatMap((module) => inactiveDependencies(module, index))),
    code_index_check: toResult(set.flatMap((module) => missingEntry(module, index))),
  };
}

function toResult(offenders: readonly Offender[]): GateResult {
  return { result: offenders.length === 0 ? "PASS" : "FAIL", offenders };
}

function unresolvedDependencies({ module_ref, depends_on }: ReleaseModule, set: readonly ReleaseModule[]): Offender[] {
  return depends_on
    .filter((range) => !set.some((other) => other.shipped && satisfiesRange(other.module_ref, range)))
    .map((reference) => ({
      module_ref,
      reference,
      message: `${module_ref} depends on ${reference}, and no shipped module of the release is that; include it, or re-verify ${module_ref} with the version that is`,
    }));
}

/** The dependency check reports a producer that is not in the set at all. */
function driftedDependencies(module: ReleaseModule, set: readonly ReleaseModule[]): Offender[] {
  return module.depends_on.flatMap((range): Offender[] => {
    const producer = set.find((other) => satisfiesRange(other.module_ref, range));
    if (producer === undefined) return [];
    const recorded = module.built_against.find(({ module_ref }) => satisfiesRange(module_ref, range));
    if (recorded?.fingerprint === producer.fingerprint) return [];
    const was =
      recorded === undefined
        ? "without a recorded fingerprint"
        : `against ${recorded.module_ref} (${recorded.fingerprint})`;
    return [
      {
        module_ref: module.module_ref,
        reference: producer.module_ref,
        message: `${module.module_ref} was built ${was}, and ${producer.module_ref} has ${producer.fingerprint}; re-verify ${module.module_ref}`,
      },
    ];
  });
}

/** An active module must not depend on an inactive one; a DEPRECATED one may. */
function inactiveDependencies({ module_ref }: ReleaseModule, index: readonly IndexedModule[]): Offender[] {
  const entry = entryOf(module_ref, index);
  if (entry === undefined || entry.status === "DEPRECATED") return [];
  return entry.dependencies.flatMap((range): Offender[] => {
    const candidates = index.filter((other) => satisfiesRange(moduleRef(other.module_id, other.version), range));
    if (candidates.length === 0 || candidates.some(({ status }) => status === "SHIPPED")) return [];
    const inactive = candidates.map(({ module_id, version, status }) => `${moduleRef(module_id, version)} (${status})`);
    return [
      {
        module_ref,
        reference: range,
        message: `${module_ref} depends on ${range}, which is only ${inactive.join(", ")}; move it to the replacement`,
      },
    ];
  });
}

function missingEntry({ module_ref }: ReleaseModule, index: readonly IndexedModule[]): Offender[] {
  const entry = entryOf(module_ref, index);
  if (entry?.status === "SHIPPED") return [];
  const found = entry === undefined ? "no entry in the code index" : `the status ${entry.status} in the code index`;
  return [
    { module_ref, reference: module_ref, message: `${module_ref} has ${found}; only SHIPPED entries are released` },
  ];
}

function entryOf(ref: ModuleRef, index: readonly IndexedModule[]): IndexedModule | undefined {
  const { moduleId, version } = parseModuleRef(ref);
  return index.find((entry) => entry.module_id === moduleId && entry.version === version);
}
