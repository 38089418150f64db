import { currentRows, type Ledger, type LedgerRequirement } from "./ledger.js";
import { isProved, type ShippedProof } from "./proof.js";

/** A requirement that a change would leave without what shows it. */
export type ScopeProblem = { readonly id: string; readonly where: string; readonly why: string };

/** What a pull request would leave on the default branch. */
export type ScopeChange = {
  /** The ledger before; null where there was none. */
  readonly before: Ledger | null;
  readonly after: Ledger;
  /** Everything shipped, as it would be. */
  readonly shipped: readonly ShippedProof[];
  /** Modules whose evidence the change brings. */
  readonly arriving: ReadonlySet<string>;
  /** Tests that it deletes, skips or weakens, as `file > name`. */
  readonly lost: ReadonlySet<string>;
  readonly releases: boolean;
};

/** Rows of the ledger that lose an arrow, in the order of the ledger. */
export function scopeProblems(change: ScopeChange): ScopeProblem[] {
  const rows = currentRows(change.after.requirements);
  const proofs = proofsOf(change.shipped);
  return [
    ...vanished(change),
    ...rows.flatMap((row) => {
      const found = [
        ...(row.tasks.length === 0 && row.no_test === undefined ? ["no task holds it"] : []),
        ...unshown(row, proofs, change),
        ...(change.releases && row.tasks.length > 0 && !isHeld(row, proofs)
          ? ["nothing that has shipped holds it"]
          : []),
      ];
      return found.map((why) => ({ id: row.id, where: `${row.file}:${row.lines}`, why }));
    }),
  ];
}

/** Rows end; they do not vanish. */
function vanished({ before, after }: ScopeChange): ScopeProblem[] {
  const kept = new Set(after.requirements.map(({ id }) => id));
  return (before?.requirements ?? [])
    .filter(({ id }) => !kept.has(id))
    .map(({ id, file, lines }) => ({ id, where: `${file}:${lines}`, why: "its row is gone; a row ends by `ended`" }));
}

type Proofs = ReadonlyMap<
  string,
  readonly { readonly shipped: ShippedProof; readonly proof: ShippedProof["proofs"][number] }[]
>;

/** Criteria that arrive without a passing test, or whose last test is lost. */
function unshown({ tasks }: LedgerRequirement, proofs: Proofs, { arriving, lost }: ScopeChange): string[] {
  return tasks.flatMap(({ criteria }) =>
    criteria.flatMap((criterion) => {
      const found = proofs.get(criterion.trim()) ?? [];
      const whole = found.filter(({ proof }) => isProved(proof));
      if (found.some(({ shipped }) => arriving.has(shipped.module_ref)) && whole.length === 0)
        return [`no passing test shows "${criterion}"`];
      const tests = whole.flatMap(({ proof }) => proof.tests.map(({ file, name }) => `${file} > ${name}`));
      const asserted = whole.some(({ proof }) => (proof.assertions ?? []).length > 0);
      if (tests.length === 0 || asserted || !tests.every((test) => lost.has(test))) return [];
      return [`its only proof of "${criterion}" is lost: ${tests.join(", ")}`];
    }),
  );
}

function isHeld({ tasks }: LedgerRequirement, proofs: Proofs): boolean {
  return tasks.some(({ criteria }) =>
    criteria.some((criterion) => (proofs.get(criterion.trim()) ?? []).some(({ proof }) => isProved(proof))),
  );
}

function proofsOf(shipped: readonly ShippedProof[]): Proofs {
  const found = new Map<string, { shipped: ShippedProof; proof: ShippedProof["proofs"][number] }[]>();
  for (const each of shipped)
    for (const proof of each.proofs) {
      const name = proof.criterion.trim();
      const known = found.get(name);
      if (known === undefined) found.set(name, [{ shipped: each, proof }]);
      else known.push({ shipped: each, proof });
    }
  return found;
}
