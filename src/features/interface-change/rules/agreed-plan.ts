import semver from "semver";
import type { Contract } from "../../../domain/contract/contract.js";
import { parseModuleRange, satisfiesRange } from "../../../domain/contract/dependency.js";
import { dimensionsOf } from "../../../domain/contract/dimensions.js";
import { bumpVersion } from "../../../domain/contract/version.js";
import { type ModuleRef, parseModuleRef } from "../../../domain/ids.js";
import { type CodeIndexEntry, entryRef, isActive } from "../../../domain/index-entries/code-index-entry.js";
import { summarizeInterface } from "../../../domain/index-entries/io-summary.js";
import { PlanDraft } from "../../../domain/plan/plan-draft.js";
import { nextContract } from "./apply-delta.js";

/**
 * The plan of a version with an agreed contract: one module, the successor of the version before, in the same files. It
 * follows from the contract alone, so no planner is asked.
 */
export function planOfAgreed(contract: Contract, replaces: ModuleRef, entries: readonly CodeIndexEntry[]): PlanDraft {
  const justification = `The contract of ${contract.module_id}@${contract.module_version} was agreed as the successor of ${replaces}.`;
  return PlanDraft.parse({
    modules: [
      {
        key: "agreed-version",
        name: contract.name,
        purpose: contract.purpose,
        io_contract: summarizeInterface(contract),
        error_cases: contract.error_cases,
        reuse_candidate_refs: [],
        reuse_justification: justification,
        depends_on: contract.dependencies.flatMap(({ ref }) => newestIn(ref, entries)),
        reuse_decision: "CREATE_NEW",
        reuse_report: { query: contract.purpose, candidates_considered: [], conclusion: "CREATE_NEW", justification },
        entry: contract.entry,
        files: contract.files,
        test_file: contract.test_file,
        creates: contract.creates,
        consumes: contract.consumes,
        successor_of: replaces,
      },
    ],
    dependencies: [],
  });
}

function newestIn(range: string, entries: readonly CodeIndexEntry[]): ModuleRef[] {
  const fitting = entries.filter((entry) => isActive(entry) && satisfiesRange(entryRef(entry), range));
  const [newest] = fitting.toSorted((a, b) => semver.rcompare(a.version, b.version));
  return newest === undefined ? [] : [entryRef(newest)];
}

/**
 * A module's next patch version with the same promises, based on the new version of its dependency. Building it shows
 * whether the two still fit (decisions.md#consumers-are-verified-again).
 */
export function reverifiedContract(contract: Contract, shipped: ModuleRef): Contract {
  const { moduleId, version } = parseModuleRef(shipped);
  const next = nextPatch(contract);
  return {
    ...next,
    dependencies: next.dependencies.map((dependency) =>
      parseModuleRange(dependency.ref).moduleId === moduleId
        ? { ...dependency, ref: `${moduleId}@^${version}` }
        : dependency,
    ),
  };
}

function nextPatch(contract: Contract): Contract {
  return nextContract(contract, dimensionsOf(contract), bumpVersion(contract.module_version, "patch"));
}

/**
 * The same on another module in place of a deprecated one. It takes the names that both export; where they share none,
 * all of the replacement's.
 */
export function migratedContract(contract: Contract, from: Contract, to: Contract): Contract {
  const next = nextPatch(contract);
  const isOld = ({ ref }: Contract["dependencies"][number]) => parseModuleRange(ref).moduleId === from.module_id;
  const old = next.dependencies.find(isOld);
  const others = next.dependencies.filter(
    (each) => !isOld(each) && parseModuleRange(each.ref).moduleId !== to.module_id,
  );
  const why = old?.why ?? `It replaces ${from.module_id}.`;
  const taken = next.consumes.filter((name) => from.creates.includes(name));
  const shared = taken.filter((name) => to.creates.includes(name));
  const kept = next.consumes.filter((name) => !taken.includes(name));
  const names = taken.length === 0 ? [] : shared.length === 0 ? to.creates : shared;
  return {
    ...next,
    dependencies: [...others, { ref: `${to.module_id}@^${to.module_version}`, why }],
    consumes: [...new Set([...kept, ...names])],
  };
}
