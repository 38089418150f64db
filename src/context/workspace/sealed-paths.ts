import { patternMatcher } from "../../domain/config/path-pattern.js";
import { normalisePath } from "../../domain/enforcement/normalise-path.js";
import { parseModuleRef } from "../../domain/ids.js";
import { sealsInForce } from "../../features/seals/seal.js";
import type { WorkspaceFacts } from "./workspace-facts.js";

/** Whether a path, by its most lenient spelling, belongs to a module other than the one being built. */
export function sealedPaths(facts: SealFacts): (key: string) => boolean {
  const ownerOf = sealOwners(facts);
  return (key) => ownerOf(key) !== undefined;
}

/** The module that a path belongs to, by its most lenient spelling; undefined for what is open. */
export function sealOwners({ module, seals, others, config }: SealFacts): (key: string) => string | undefined {
  const isShared = patternMatcher(config.shared_paths);
  const shipped = sealsInForce(seals)
    .filter((seal) => parseModuleRef(seal.module_ref).moduleId !== module?.module_id)
    .flatMap(({ module_ref, files }) => files.map(({ path }) => [path, module_ref] as const));
  const planned = others
    .filter((other) => other.module_id !== module?.module_id)
    .flatMap(({ module_id, files }) => files.map((file) => ({ ...file, module_id })))
    .filter(({ path, action }) => action === "CREATE" && !isShared(path))
    .map(({ path, module_id }) => [path, module_id] as const);
  const owners = new Map([...planned, ...shipped].flatMap(([path, owner]) => keysOf(path).map((key) => [key, owner])));
  return (key) => owners.get(key);
}

export type SealFacts = Pick<WorkspaceFacts, "module" | "seals" | "others"> & {
  readonly config: Pick<WorkspaceFacts["config"], "shared_paths">;
};

/** The same for a path in a text; one that cannot be judged must not be named either. */
export function isSealedFor(facts: SealFacts): (path: string) => boolean {
  const isSealed = sealedPaths(facts);
  return (path) => {
    const normal = normalisePath(path);
    return !normal.ok || isSealed(normal.value.key);
  };
}

/** The required words, exactly (requirements.md#sealed-message). */
export function sealedMessage(path: string): string {
  return (
    `ACCESS DENIED: '${path}' is a sealed implementation directory. This module is a closed-source service — integrate ` +
    "via contract.json, examples.md, and ship.json only. See §12 (Opaque Implementation Rule) and §6.8 (Black-Box " +
    "Integration) for rationale. If the contract is insufficient, raise an Interface Change Exception (§13)."
  );
}

/** A path that cannot be judged cannot be requested either. */
function keysOf(path: string): string[] {
  const normal = normalisePath(path);
  return normal.ok ? [normal.value.key] : [];
}
