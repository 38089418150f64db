import type { Contract } from "../../../domain/contract/contract.js";
import { type ModuleRef, moduleRef, parseModuleRef } from "../../../domain/ids.js";
import { moduleFolder } from "../../../domain/index-entries/code-index-entry.js";
import { surfaceLines } from "../../../domain/index-entries/io-summary.js";
import { oneLine } from "./one-line.js";
import type { DependencyContract } from "./task-file.js";

/** A shipped module as described in the file of a task that uses it: its interface, not its implementation. */
export function dependencyContractOf(contract: Contract): DependencyContract {
  const { module_id, module_version } = contract;
  return { module_ref: moduleRef(module_id, module_version), summary: surfaceLines(contract).map(oneLine).join("\n") };
}

/** A module whose contract cannot be read here: one that was reused from an earlier product. */
export function unreadContractOf(module_ref: ModuleRef): DependencyContract {
  const { moduleId, version } = parseModuleRef(module_ref);
  return { module_ref, summary: `its contract is ${moduleFolder(moduleId, version)}/contract.yml` };
}
