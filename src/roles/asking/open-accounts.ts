import type { UsageLine } from "../../domain/artifacts/usage-ledger.js";
import type { TaskId } from "../../domain/ids.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { RepositoryRef } from "../../engine/ports.js";
import type { Reserved } from "../../features/budget/spending-check.js";
import { NOTHING_SPENT, type Spent, spend } from "../../features/budget/spent.js";

/**
 * What a project is spending now. The state has a call's cost only after its job is over and committed; parallel jobs
 * must know of each other before.
 */
type Account = {
  /** The larger of the state's sum and the one known here. */
  spent(state: FactoryState): Spent;
  charge(lines: readonly UsageLine[]): void;
  /** The most that the calls in progress can cost. */
  reserved(task: TaskId | null): Reserved;
  /** Reserves what a call of a run can cost, until the returned function is called. */
  reserve(call: { readonly run: string; readonly task: TaskId | null; readonly usd: number | null }): () => void;
  /** The runs whose calls are in progress here; their cost is better known here than in the state. */
  runs(): ReadonlySet<string>;
  /** Runs that this process has recorded. */
  noteAnnounced(run: string): void;
  hasAnnounced(run: string): boolean;
  /** Resolves when a call has ended, or at abort. */
  callEnded(signal: AbortSignal): Promise<void>;
};

/** One for each project: a new request starts at zero. */
export type Accounts = { of(repository: RepositoryRef, state: FactoryState): Account };

/**
 * The accounts of this process. They cover all jobs of a repository that run in it, which is all without DATABASE_URL.
 * Between replicas a job sees what the others have committed: what they have paid, and what one call of each of their
 * open questions can cost, but not what those conversations have cost so far. If another replica commits more calls
 * than are known here, our own uncommitted ones are not counted until they are committed. So a limit may be exceeded by
 * the further calls of conversations that are in progress then.
 */
export function createOpenAccounts(): Accounts {
  const accounts = new Map<number, { readonly request: string; readonly account: Account }>();
  return {
    of({ id }, { request: { issue, requested_at } }) {
      // The same issue labelled again after its product has ended is another request.
      const request = `${issue} ${requested_at}`;
      const known = accounts.get(id);
      if (known?.request === request) return known.account;
      const account = openAccount();
      accounts.set(id, { request, account });
      return account;
    },
  };
}

function openAccount(): Account {
  let known: Spent = NOTHING_SPENT;
  const underWay = new Set<{ readonly run: string; readonly task: TaskId | null; readonly usd: number }>();
  const waiting = new Set<() => void>();
  const announced = new Set<string>();
  return {
    spent(state) {
      known = further(known, state.spent);
      return known;
    },
    charge(lines) {
      known = spend(known, lines);
    },
    reserved(task) {
      const calls = [...underWay];
      return { project: sumOf(calls), task: sumOf(calls.filter((call) => task !== null && call.task === task)) };
    },
    runs: () => new Set([...underWay].map(({ run }) => run)),
    reserve({ run, task, usd }) {
      const call = { run, task, usd: usd ?? 0 };
      underWay.add(call);
      return () => {
        if (!underWay.delete(call)) return;
        for (const go of [...waiting]) go();
      };
    },
    noteAnnounced: (run) => void announced.add(run),
    hasAnnounced: (run) => announced.has(run),
    callEnded(signal) {
      return new Promise((resolve) => {
        const go = () => {
          waiting.delete(go);
          signal.removeEventListener("abort", go);
          resolve();
        };
        waiting.add(go);
        signal.addEventListener("abort", go);
        if (signal.aborted) go();
      });
    },
  };
}

/**
 * Of two sums, the one with more calls is used. They cannot be added, because they do not say which calls they contain.
 */
function further(known: Spent, stored: Spent): Spent {
  const more = (one: Spent["project"], other: Spent["project"] | undefined) =>
    other === undefined || one.calls > other.calls ? one : other;
  const tasks = { ...stored.tasks };
  for (const [task, sum] of Object.entries(known.tasks)) tasks[task] = more(sum, stored.tasks[task]);
  return { project: more(known.project, stored.project), tasks, roles: stored.roles };
}

function sumOf(calls: readonly { readonly usd: number }[]): Reserved["project"] {
  return { calls: calls.length, usd: calls.reduce((total, { usd }) => total + usd, 0) };
}
