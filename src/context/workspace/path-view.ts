import { type ContextPack, packPermission } from "../../domain/artifacts/context-pack.js";
import { narrower, type Permission } from "../../domain/artifacts/permission.js";
import { patternMatcher } from "../../domain/config/path-pattern.js";
import type { NormalPath } from "../../domain/enforcement/normalise-path.js";
import { ModuleRef, moduleRef } from "../../domain/ids.js";
import type { TreeEntry } from "../../engine/ports.js";
import { isClosedToRoles, isFactoryFile, isOrdinaryFile } from "./closed-paths.js";
import { sealedPaths } from "./sealed-paths.js";
import type { WorkspaceFacts } from "./workspace-facts.js";
import { fileRef, unownedCodeRef, workspaceRef } from "./workspace-refs.js";

/**
 * What a role may see of one path. A hidden path is answered like a missing one, a sealed one by its message
 * (requirements.md#sealed-message).
 */
export type PathView =
  | { readonly kind: "sealed" }
  | { readonly kind: "hidden" }
  | { readonly kind: "shown"; readonly permission: "FULL" | "SUMMARY_ONLY" | "METADATA_ONLY" };

/** Larger files without an owner are named, not shown (decisions.md#unowned-code). */
export const MAX_SHOWN_BYTES = 262_144;

/** The public surface of a shipped module (requirements.md#public-surfaces). */
const SURFACE = /^\.factory\/modules\/(MM-\d{4,})\/([^/]+)\/(?:contract\.yml|examples\.md|ship\.yml)$/;
/** Compiles a call's rules into one function from a path to what may be seen of it. */
export function pathView(facts: WorkspaceFacts): (path: NormalPath, entry: TreeEntry | undefined) => PathView {
  const isSealed = sealedPaths(facts);
  const isNarrowed = narrowedBySize(facts.config);
  const own = new Set(facts.module?.files.map(({ path }) => path));
  const { pack, head, module } = facts;
  return ({ path, key }, entry) => {
    if (isSealed(key)) return { kind: "sealed" };
    if (isClosedToRoles(key) || (entry !== undefined && !isOrdinaryFile(entry))) return { kind: "hidden" };
    if (isFactoryFile(key)) return shown(surfacePermission(path, pack));
    const listed = entry === undefined ? "FULL" : listedPermission(pack, entry);
    if (module !== null && own.has(path)) {
      return shown(narrower(packPermission(pack, workspaceRef(module.module_id, head)), listed));
    }
    const granted = narrower(packPermission(pack, unownedCodeRef(head)), listed);
    return shown(isNarrowed(path, entry?.size ?? 0) ? narrower(granted, "METADATA_ONLY") : granted);
  };
}

/** Files without an owner that are named and not shown. */
export function narrowedBySize({ sizing }: Pick<WorkspaceFacts["config"], "sizing">) {
  const isGenerated = patternMatcher(sizing.generated_patterns);
  return (path: string, size: number): boolean => size > MAX_SHOWN_BYTES || isGenerated(path);
}

/** CONTRACT_ONLY opens contracts. Everything else under it is closed source. */
function shown(permission: Permission): PathView {
  if (permission === "NEVER" || permission === "CONTRACT_ONLY") return { kind: "hidden" };
  return { kind: "shown", permission };
}

/** A module's public files are shown exactly if the pack includes the module: nothing of `.factory/` by default. */
function surfacePermission(path: string, pack: ContextPack): Permission {
  const [, id, version] = SURFACE.exec(path) ?? [];
  const ref = ModuleRef.safeParse(moduleRef(id ?? "", version ?? ""));
  const included = pack.included_refs.find((candidate) => candidate.ref === ref.data);
  if (included === undefined) return "NEVER";
  return included.permission === "CONTRACT_ONLY" ? "FULL" : included.permission;
}

function listedPermission(pack: ContextPack, { path, blob }: TreeEntry): Permission {
  const ref = fileRef(path, blob);
  if (pack.excluded_refs.some((excluded) => excluded.ref === ref)) return "NEVER";
  return pack.included_refs.find((included) => included.ref === ref)?.permission ?? "FULL";
}
