/** The files of a shipped module on the default branch: contract, ship evidence and index entry, by path. */
import { Contract } from "../../src/domain/contract/contract.js";
import { fingerprint } from "../../src/domain/contract/fingerprint.js";
import { gitBlobSha } from "../../src/domain/hash.js";
import { moduleRef } from "../../src/domain/ids.js";
import {
  CodeIndexEntry,
  indexEntryOf,
  indexEntryPath,
  moduleFolder,
} from "../../src/domain/index-entries/code-index-entry.js";
import { type BuiltAgainst, ShipEvidence, shipEvidence } from "../../src/features/shipping/ship-evidence.js";
import { writeYaml } from "../../src/yaml/yaml.js";
import { aContract } from "./contract.js";

/** A contract without dependencies. */
export function aShippedContract(overrides: Partial<Contract> = {}): Contract {
  return aContract({ dependencies: [], ...overrides });
}

export function shippedFiles(
  contract: Contract,
  given: {
    readonly entry?: Partial<CodeIndexEntry>;
    readonly builtAgainst?: readonly BuiltAgainst[];
    /** Its sealed files, by path. */
    readonly sealed?: Readonly<Record<string, string>>;
  } = {},
): Record<string, string> {
  const { module_id, module_version } = contract;
  const folder = moduleFolder(module_id, module_version);
  const evidence = shipEvidence(contract, {
    ship_id: `SHIP-0000${module_id.slice(-4)}`,
    verified_at: "2026-02-01T00:00:00Z",
    interfaceFingerprint: fingerprint(contract),
    evidenceRef: `${folder}/execution-log.yml`,
    environment: { repo_revision: "a".repeat(40), dependency_lock_ref: null, runner_id: "sandbox-1" },
    dependencies: [...(given.builtAgainst ?? [])],
    sealed_files: Object.entries(given.sealed ?? {}).map(([path, text]) => ({ path, blob: gitBlobSha(text) })),
  });
  const entry = { ...indexEntryOf(contract), ...given.entry };
  return {
    [`${folder}/contract.yml`]: writeYaml(contract, Contract),
    [`${folder}/ship.yml`]: writeYaml(evidence, ShipEvidence),
    [indexEntryPath(moduleRef(module_id, module_version))]: writeYaml(entry, CodeIndexEntry),
  };
}
