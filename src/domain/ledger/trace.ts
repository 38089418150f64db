import type { Ledger, LedgerAssumption, LedgerRequirement } from "./ledger.js";
import type { CriterionProof, ShippedProof } from "./proof.js";

/** What became of a task, as far as it is known. */
export type TracedTask = { readonly pull_request: number | null; readonly merge: string | null };

export type TracedRelease = { readonly name: string; readonly modules: readonly string[] };

/** Everything that a chain is made of. */
export type TraceFacts = {
  readonly ledger: Ledger;
  readonly shipped: readonly ShippedProof[];
  readonly tasks: ReadonlyMap<string, TracedTask>;
  readonly releases: readonly TracedRelease[];
};

/** One chain from a statement of the request to what proves it. What is not there yet is null. */
export type TraceRow = {
  readonly id: string;
  readonly says: string;
  /** Null for an assumption: the request does not say it. */
  readonly source: { readonly file: string; readonly lines: string } | null;
  readonly ended: boolean;
  readonly no_test: string | null;
  readonly task: string | null;
  readonly spec_task: string | null;
  readonly criterion: string | null;
  readonly module: string | null;
  readonly test: string | null;
  readonly test_at: { readonly file: string; readonly line: number } | null;
  readonly clauses: readonly string[];
  readonly assertion: string | null;
  readonly result: "PASS" | null;
  readonly commit: string | null;
  readonly pull_request: number | null;
  readonly merge: string | null;
  readonly release: string | null;
};

/** Every chain of the ledger, in its order: one row for each proof, or one that ends where nothing follows yet. */
export function traceRows(facts: TraceFacts): TraceRow[] {
  const proofs = proofsByCriterion(facts.shipped);
  const released = new Map(facts.releases.flatMap(({ name, modules }) => modules.map((ref) => [ref, name] as const)));
  const rows = [...facts.ledger.requirements, ...facts.ledger.assumptions];
  return rows.flatMap((row) => {
    const start = startOf(row);
    if (row.tasks.length === 0) return [start];
    return row.tasks.flatMap(({ task, task_id, criteria }) => {
      const known = task_id === null ? undefined : facts.tasks.get(task_id);
      return criteria.flatMap((criterion) => {
        const found = proofs.get(key(task_id, criterion)) ?? proofs.get(key(null, criterion)) ?? [];
        const toTask = { ...start, spec_task: task, task: task_id, criterion };
        if (found.length === 0) return [{ ...toTask, ...mergeOf(known) }];
        return found.flatMap(({ shipped, proof }) => {
          const by = shipped.task_id === null ? known : (facts.tasks.get(shipped.task_id) ?? known);
          const toModule = {
            ...toTask,
            ...mergeOf(by),
            module: shipped.module_ref,
            result: "PASS" as const,
            commit: shipped.commit,
            release: released.get(shipped.module_ref) ?? null,
          };
          return proofRows(toModule, proof);
        });
      });
    });
  });
}

/** The chains that a requirement, a task, a module, a test, a commit or a line belongs to. */
export function traceOf(rows: readonly TraceRow[], what: string, shipped: readonly ShippedProof[]): TraceRow[] {
  const line = /^(.+):(\d+)$/.exec(what);
  if (line !== null) return atLine(rows, line[1] ?? "", Number(line[2]), shipped);
  const isCommit = /^[0-9a-f]{7,40}$/.test(what);
  const exact = rows.filter(
    (row) =>
      [row.id, row.task, row.spec_task, row.module, row.module?.split("@")[0], row.test, row.release].includes(what) ||
      (isCommit && (row.commit?.startsWith(what) === true || row.merge?.startsWith(what) === true)),
  );
  return exact.length > 0 ? exact : rows.filter(({ test }) => test?.endsWith(` > ${what}`));
}

/** A line of the request, of a test, or of any file that a module ships. */
function atLine(rows: readonly TraceRow[], file: string, line: number, shipped: readonly ShippedProof[]): TraceRow[] {
  const source = rows.filter((row) => row.source?.file === file && within(row.source.lines, line));
  if (source.length > 0) return source;
  const starts = rows.flatMap(({ test_at }) => (test_at?.file === file && test_at.line <= line ? [test_at.line] : []));
  if (starts.length > 0) {
    const start = Math.max(...starts);
    return rows.filter(({ test_at }) => test_at?.file === file && test_at.line === start);
  }
  const modules = new Set(shipped.filter(({ files }) => files.includes(file)).map(({ module_ref }) => module_ref));
  return rows.filter(({ module }) => module !== null && modules.has(module));
}

function within(lines: string, line: number): boolean {
  const [first = 0, last = first] = lines.split("-").map(Number);
  return first <= line && line <= last;
}

function proofRows(row: TraceRow, { tests, assertions = [] }: CriterionProof): TraceRow[] {
  return [
    ...tests.map(({ name, file, line, clauses }) => ({ ...row, test: name, test_at: { file, line }, clauses })),
    ...assertions.map((assertion) => ({ ...row, assertion })),
  ];
}

type Found = { readonly shipped: ShippedProof; readonly proof: CriterionProof };

/** By task and criterion, and by criterion alone: a task that was divided hands its criteria on. */
function proofsByCriterion(shipped: readonly ShippedProof[]): Map<string, Found[]> {
  const found = new Map<string, Found[]>();
  for (const each of shipped)
    for (const proof of each.proofs)
      for (const name of new Set([key(each.task_id, proof.criterion), key(null, proof.criterion)])) {
        const list = found.get(name);
        if (list === undefined) found.set(name, [{ shipped: each, proof }]);
        else list.push({ shipped: each, proof });
      }
  return found;
}

const key = (task: string | null, criterion: string) => JSON.stringify([task, criterion.trim()]);

function mergeOf(task: TracedTask | undefined): Pick<TraceRow, "pull_request" | "merge"> {
  return { pull_request: task?.pull_request ?? null, merge: task?.merge ?? null };
}

function startOf(row: LedgerRequirement | LedgerAssumption): TraceRow {
  const isRequirement = "quote" in row;
  return {
    id: row.id,
    says: isRequirement ? row.quote : row.text,
    source: isRequirement ? { file: row.file, lines: row.lines } : null,
    ended: row.ended !== undefined,
    no_test: (isRequirement ? row.no_test : undefined) ?? null,
    task: null,
    spec_task: null,
    criterion: null,
    module: null,
    test: null,
    test_at: null,
    clauses: [],
    assertion: null,
    result: null,
    commit: null,
    pull_request: null,
    merge: null,
    release: null,
  };
}
