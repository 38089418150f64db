import { type CodeIndexEntry, indexEntryOf } from "../../src/domain/index-entries/code-index-entry.js";
import { aContract } from "./contract.js";

/** A valid, active entry of the code index. */
export function anEntry(overrides: Partial<CodeIndexEntry> = {}): CodeIndexEntry {
  const module_id = overrides.module_id ?? "MM-0001";
  const version = overrides.version ?? "1.0.0";
  const contract = aContract({ module_id, module_version: version, dependencies: [] });
  return { ...indexEntryOf(contract), ...overrides };
}
