import type { Contract } from "../../../domain/contract/contract.js";
import { type ModuleRef, moduleRef, parseModuleRef } from "../../../domain/ids.js";
import { moduleFolder } from "../../../domain/index-entries/code-index-entry.js";
import { surfaceLines } from "../../../domain/index-entries/io-summary.js";
import { oneLine } from "./one-line.js";
import type { DependencyContract } from "./task-file.js";

/** Longer examples are cut. A task file may have several dependencies. */
const MOST_CHARACTERS = 4_000;

/** A shipped module as described in the file of a task that uses it: its interface and examples, not its implementation. */
export function dependencyContractOf(contract: Contract, examples: string | undefined): DependencyContract {
  const { module_id, module_version } = contract;
  const surface = surfaceLines(contract).map(oneLine);
  const shown = examples === undefined ? [] : ["examples:", exampleText(examples, contract)];
  return { module_ref: moduleRef(module_id, module_version), summary: [...surface, ...shown].join("\n") };
}

/** Invisible characters would make the file invalid. */
function exampleText(examples: string, { module_id, module_version }: Contract): string {
  const text = examples.replace(/(?![\t\n])[\p{Cc}\p{Cs}]/gu, "").trim();
  if (text.length <= MOST_CHARACTERS) return text === "" ? "none" : text;
  const kept = text.slice(0, text.lastIndexOf("\n", MOST_CHARACTERS));
  const fences = kept.match(/^(?:```|~~~)/gm)?.length ?? 0;
  const closing = fences % 2 === 0 ? "" : "\n```";
  return `${kept}${closing}\n[the rest is in ${moduleFolder(module_id, module_version)}/examples.md]`;
}

/** A module whose contract cannot be read here: one that was reused from an earlier product. */
export function unreadContractOf(module_ref: ModuleRef): DependencyContract {
  const { moduleId, version } = parseModuleRef(module_ref);
  return { module_ref, summary: `its contract is ${moduleFolder(moduleId, version)}/contract.yml` };
}
