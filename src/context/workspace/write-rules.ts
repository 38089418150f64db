import type { FileAction } from "../../domain/contract/manifest.js";
import { supportFiles } from "../../domain/contract/support-files.js";
import { checkFileMode } from "../../domain/enforcement/file-mode.js";
import { type NormalPath, normalisePath } from "../../domain/enforcement/normalise-path.js";
import { mayChange } from "../../domain/enforcement/protected-paths.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { TreeEntry } from "../../engine/ports.js";
import { sealedMessage, sealedPaths } from "./sealed-paths.js";
import type { WorkspaceFacts } from "./workspace-facts.js";

export type WriteOperation = "write" | "remove";

/** The part of a call that its rules for writing need. */
export type WriteFacts = Omit<WorkspaceFacts, "pack" | "head" | "readBlob" | "readBlobs" | "config"> & {
  readonly config: Omit<WorkspaceFacts["config"], "sizing">;
};

/** Compiles a call's rules into one question: may this path be changed this way? Nothing outside the manifest ever may. */
export function writeRules(facts: WriteFacts): (raw: string, operation: WriteOperation) => Outcome<NormalPath> {
  const isSealed = sealedPaths(facts);
  const atPath = new Map(facts.entries.map((entry) => [entry.path, entry]));
  const occupied = occupiedKeys(facts.entries);
  return (raw, operation) => {
    const normal = normalisePath(raw);
    if (!normal.ok) return normal;
    const { path, key } = normal.value;
    if (isSealed(key)) return refuse("sealed", sealedMessage(raw), { path: raw });
    if (!mayChange(path, facts.config)) {
      return refuse("path-protected", `${path} is protected: no role may change it`, { path });
    }
    const action = manifestAction(path, facts);
    if (!action.ok) return action;
    const asked = checkAction({ path, operation, action: action.value, exists: atPath.has(path) });
    if (!asked.ok) return asked;
    const place = checkPlace(normal.value, atPath.get(path), occupied);
    return place.ok ? accept(normal.value) : place;
  };
}

/** What the manifest says about a path, as far as this activity opens the manifest. */
function manifestAction(path: string, { module, activity }: WriteFacts): Outcome<FileAction> {
  const file = module?.files.find((candidate) => candidate.path === path);
  if (module === null || file === undefined) {
    const listed = module === null ? "none" : module.files.map((candidate) => candidate.path).join(", ");
    return refuse("outside-manifest", `${path} is not a file of this module; its files are: ${listed}`, { path });
  }
  const support = supportFiles({ files: module.files, testFile: module.test_file, entry: module.entry ?? null });
  const isTest = path === module.test_file || support.includes(path);
  if (activity === "specify" && !isTest) {
    const open = ["the test file", ...(support.length === 0 ? [] : ["what supports it"])].join(" and ");
    const named = [module.test_file, ...support].join(", ");
    return refuse("only-tests-now", `${path} is not open yet: specifying writes ${open}, ${named}`, { path });
  }
  if (activity === "implement" && isTest) {
    return refuse(
      "tests-locked",
      `${path} is locked since its tests failed as they should: make them pass as they are`,
      {
        path,
      },
    );
  }
  return accept(file.action);
}

type AskedAction = { path: string; operation: WriteOperation; action: FileAction; exists: boolean };

function checkAction({ path, operation, action, exists }: AskedAction): Outcome<FileAction> {
  const no = (message: string) => refuse("manifest-action", message, { path, action });
  if (operation === "remove") {
    // What this call itself has just created can be taken back.
    if (action === "DELETE" || (action === "CREATE" && !exists)) return accept(action);
    return no(`${path} is to be ${action === "CREATE" ? "created" : "modified"}, not deleted`);
  }
  if (action === "DELETE") return no(`${path} is to be deleted, not written`);
  if (action === "MODIFY" && !exists) return no(`${path} is to be modified, but there is no such file`);
  return accept(action);
}

type Occupied = { readonly files: ReadonlyMap<string, readonly string[]>; readonly folders: ReadonlySet<string> };

function occupiedKeys(entries: readonly TreeEntry[]): Occupied {
  const files = new Map<string, string[]>();
  const folders = new Set<string>();
  for (const { path } of entries) {
    const normal = normalisePath(path);
    // A name that cannot be judged still stands somewhere: its folders are folders.
    const key = normal.ok ? normal.value.key : path.toLowerCase();
    files.set(key, [...(files.get(key) ?? []), path]);
    for (const folder of ancestors(key)) folders.add(folder);
  }
  return { files, folders };
}

function ancestors(key: string): string[] {
  const parts = key.split("/");
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("/"));
}

/** An ordinary file, where no folder, link or other spelling of a name stands (decisions.md#paths-are-normalised-first). */
function checkPlace({ path, key }: NormalPath, entry: TreeEntry | undefined, occupied: Occupied): Outcome<string> {
  const mode = entry === undefined ? accept(entry) : checkFileMode(path, entry.mode);
  if (!mode.ok) return mode;
  const no = (message: string) => refuse("path-occupied", message, { path });
  if (occupied.folders.has(key)) return no(`${path} is a folder`);
  const above = ancestors(key).find((ancestor) => occupied.files.has(ancestor));
  if (above !== undefined) return no(`${path} cannot stand below ${above}, which is a file`);
  const duplicate = occupied.files.get(key)?.find((other) => other !== path);
  if (duplicate !== undefined) return no(`${path} would be the same file as ${duplicate} on some machines`);
  return accept(path);
}
