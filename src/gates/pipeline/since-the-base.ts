import { createSourceReader } from "../../languages/create-source-reader.js";
import type { FileTree } from "../../languages/file-tree.js";
import type { GateContext } from "../gate-context.js";
import { productFiles } from "../product-files.js";
import type { Finding, Place, Validator } from "../validator.js";

/**
 * What a failed validator found that the change did. What it finds in the same line of the base as well is none of the
 * change's: a warning "not by this change" (decisions.md#only-the-change-is-judged).
 */
export function sinceTheBase(validator: Validator, found: Finding, context: GateContext): Finding {
  if (validator.readsBase !== true || found.status !== "FAILED" || found.places.length === 0) return found;
  const isNew = filesOfTheChange(context);
  if (found.places.every(({ path }) => isNew(path))) return found;
  const before = countsOf(validator.check(atBase(context)).places, context.base);
  const isOld = (place: Place): boolean => {
    const key = keyOf(place, context.head);
    const left = before.get(key) ?? 0;
    if (isNew(place.path) || left === 0) return false;
    before.set(key, left - 1);
    return true;
  };
  const marked = found.places.map((place) => ({ place, old: isOld(place) }));
  const old = marked.filter((each) => each.old).map(({ place }) => place);
  const own = marked.filter((each) => !each.old).map(({ place }) => place);
  if (old.length === 0) return found;
  const notByThisChange = old.map(({ path, line, message }) => `${path}:${line}: ${message}`);
  const details = { ...withoutOld(found.details, old, own), notByThisChange };
  if (own.length > 0) {
    const message = `${found.message}, ${old.length} of which not by this change`;
    return { ...found, message, details, places: own };
  }
  const places = old.map((place) => ({ ...place, message: `${place.message} (not by this change)` }));
  return { ...found, status: "WARNING", message: `Not by this change: ${found.message}`, details, places, fix: FIX };
}

const FIX = "Nothing has to be done for this change: the same is found at the base. Mend it in a change of its own.";

/** The files that the manifest creates are the change's own, also where its red commit is the base. */
function filesOfTheChange({ manifest, base }: GateContext): (path: string) => boolean {
  const created = new Set(manifest.files.filter(({ action }) => action === "CREATE").map(({ path }) => path));
  return (path) => created.has(path) || !base.has(path);
}

/** The same task, plan and contract, over the code as it was. */
function atBase(context: GateContext): GateContext {
  const { base, manifest, contract } = context;
  const sources = createSourceReader(base, { isProduct: productFiles(manifest, contract) });
  return { ...context, head: base, sources, diff: [], testNotCommittedAt: null };
}

function countsOf(places: readonly Place[], tree: FileTree): Map<string, number> {
  const counts = new Map<string, number>();
  for (const place of places) {
    const key = keyOf(place, tree);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** A finding is the same where its words and the line that it is about are the same, wherever that line stands. */
function keyOf({ path, line, message }: Place, tree: FileTree): string {
  const text = tree.read(path)?.split("\n")[line - 1]?.trim() ?? "";
  return JSON.stringify([path, message.replace(/\bline \d+/g, "line"), text]);
}

/** Lists in the details without what is old. */
function withoutOld(details: Finding["details"], old: readonly Place[], own: readonly Place[]): Finding["details"] {
  const kept = new Set(own.map(({ line }) => line));
  const lines = new Set(old.map(({ line }) => line).filter((line) => !kept.has(line)));
  const texts = new Set(old.map(({ path, line, message }) => `${path}:${line}: ${message}`));
  const isOld = (each: unknown): boolean => {
    if (typeof each === "string") return texts.has(each);
    const at: unknown = (each as { at?: unknown } | null)?.at ?? (each as { line?: unknown } | null)?.line;
    return typeof at === "number" && lines.has(at);
  };
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.filter((each: unknown) => !isOld(each)) : value,
    ]),
  );
}
