import { bareExportName } from "../../../domain/contract/assertion.js";
import type { FileTree } from "../../../languages/file-tree.js";
import type { GateContext } from "../../gate-context.js";

/**
 * What the module will add when it is built: its files and the names that it creates
 * (decisions.md#what-each-run-judges).
 */
export type Promised = {
  /** The files of the head and of the manifest. */
  readonly tree: Pick<FileTree, "has" | "read" | "paths">;
  isFile(path: string): boolean;
  /** Whether a name is in `creates`. Without a list of names every name is allowed. */
  isName(name: string): boolean;
};

export function promisedBy({ runType, manifest, contract, head }: GateContext): Promised {
  const isRed = runType === "CONTRACT";
  const files = new Set(
    isRed ? manifest.files.filter(({ action }) => action !== "DELETE").map(({ path }) => path) : [],
  );
  const judged = contract.kind === "read" ? contract.contract : undefined;
  const creates = (judged?.creates ?? []).map((name) => bareExportName(name).split(".")[0] ?? name);
  const names = new Set([...creates, ...(judged?.error_surfaces ?? []).map(({ name }) => name)]);
  return {
    tree: {
      has: (path) => files.has(path) || head.has(path),
      read: (path) => head.read(path),
      paths: () => [...new Set([...head.paths(), ...files])],
    },
    isFile: (path) => files.has(path),
    isName: (name) => isRed && (creates.length === 0 || names.has(name)),
  };
}
