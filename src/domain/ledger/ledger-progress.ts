import { currentRows, type Ledger } from "./ledger.js";

/** What a ledger asks of a project's task. */
export type KnownTask = { readonly status: string; readonly superseded_by: readonly string[] };

export type LedgerProgress = {
  readonly held: number;
  /** Requirements that a test shall show. */
  readonly total: number;
  /** Requirements with a stated reason why no test can show them. */
  readonly untested: number;
};

/** A requirement holds when every task that shows it has shipped, or those that replaced it have. */
export function ledgerProgress(ledger: Ledger, tasks: Readonly<Record<string, KnownTask>>): LedgerProgress {
  const rows = currentRows(ledger.requirements);
  const tested = rows.filter(({ tasks: shown }) => shown.length > 0);
  const shipped = new Map<string, boolean>();
  const hasShipped = (id: string): boolean => {
    const known = shipped.get(id);
    if (known !== undefined) return known;
    // A task that replaces itself in a circle has not shipped.
    shipped.set(id, false);
    const task = tasks[id];
    const is =
      task !== undefined &&
      (task.status === "SHIPPED" || (task.superseded_by.length > 0 && task.superseded_by.every(hasShipped)));
    shipped.set(id, is);
    return is;
  };
  const held = tested.filter(({ tasks: shown }) =>
    shown.every(({ task_id }) => task_id !== null && hasShipped(task_id)),
  );
  return { held: held.length, total: tested.length, untested: rows.length - tested.length };
}
