import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { checkFileText, editText, type TextEdit } from "./file-text.js";
import type { VisibleTree } from "./visible-tree.js";
import type { Changes } from "./workspace.js";
import type { WorkspaceFacts } from "./workspace-facts.js";
import { writeRules } from "./write-rules.js";

/** The changes of one call, in memory. */
export type Overlay = {
  write(path: string, text: string): Promise<Outcome<string>>;
  edit(edit: TextEdit): Promise<Outcome<string>>;
  remove(path: string): Promise<Outcome<string>>;
  changes(): Changes;
};

export function createOverlay(facts: WorkspaceFacts, tree: VisibleTree): Overlay {
  const rules = writeRules(facts);
  const inTurn = oneAtATime();

  const put = async (path: string, text: string): Promise<Outcome<string>> => {
    const checked = checkFileText(path, text);
    if (!checked.ok) return checked;
    // Writing the original content is no change, so that there is no empty commit.
    if ((await tree.original(path)) === text) tree.changes.delete(path);
    else tree.changes.set(path, text);
    return accept(path);
  };

  return {
    write: (raw, text) =>
      inTurn(async () => {
        const allowed = rules(raw, "write");
        return allowed.ok ? put(allowed.value.path, text) : allowed;
      }),
    edit: (edit) =>
      inTurn(async () => {
        const allowed = rules(edit.path, "write");
        if (!allowed.ok) return allowed;
        const before = await tree.read(allowed.value.path);
        if (!before.ok) return before;
        if (before.value.permission !== "FULL") {
          return refuse("edit-unseen", `${allowed.value.path} is not shown in full; write it as a whole`);
        }
        const after = editText(before.value.text, edit);
        return after.ok ? put(allowed.value.path, after.value) : after;
      }),
    remove: (raw) =>
      inTurn(async () => {
        const allowed = rules(raw, "remove");
        if (!allowed.ok) return allowed;
        const { path } = allowed.value;
        const known = tree.changes.get(path);
        const original = await tree.original(path);
        if (known === null || (known === undefined && original === undefined)) {
          return refuse("no-such-file", `there is no file ${path}`, { path });
        }
        if (original === undefined) tree.changes.delete(path);
        else tree.changes.set(path, null);
        return accept(path);
      }),
    changes: () => collect(tree.changes),
  };
}

function collect(changes: ReadonlyMap<string, string | null>): Changes {
  const sorted = [...changes].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    files: sorted.flatMap(([path, text]) => (text === null ? [] : [{ path, text }])),
    deletions: sorted.flatMap(([path, text]) => (text === null ? [path] : [])),
  };
}

/** Tools may be called in parallel; each change is completed before the next one starts. */
function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine;
    return mine;
  };
}
