import { z } from "zod";
import { accept, type Outcome, refuse } from "../refusal.js";
import type { Amendment } from "./adjudication.js";
import { type Deliverable, parseTarget, textOfTarget } from "./amendment-target.js";

/**
 * The Proposer's report on one amendment (requirements.md#amendments). A note explains an amendment that could not be
 * applied.
 */
export const AmendmentRecord = z
  .strictObject({ amendment_index: z.int().min(0), applied: z.boolean(), note: z.string() })
  .refine(({ applied, note }) => applied || note.trim() !== "", {
    path: ["note"],
    error: "must explain why the amendment could not be applied",
  });
export type AmendmentRecord = z.infer<typeof AmendmentRecord>;

/** One amendment that was not applied, with the Proposer's note. */
export type UnappliedAmendment = {
  readonly amendment_index: number;
  readonly amendment: Amendment;
  readonly reason: string;
  readonly explanation: string;
};

export type AmendedWork = {
  readonly amendments: readonly Amendment[];
  readonly records: readonly AmendmentRecord[];
  readonly before: Deliverable;
  readonly after: Deliverable;
};

/** Checks that every amendment was applied: the Proposer reports each one, and the deliverable contains it. */
export function checkAmendmentsApplied(work: AmendedWork): Outcome<readonly Amendment[]> {
  const strays = work.records.filter(({ amendment_index }) => work.amendments[amendment_index] === undefined);
  if (strays.length > 0) {
    const indexes = strays.map(({ amendment_index }) => amendment_index);
    return refuse(
      "unknown-amendment-record",
      `There are ${work.amendments.length} amendments, counted from 0, and records for ${indexes.join(", ")}.`,
      { indexes },
    );
  }
  const unapplied = work.amendments.flatMap((amendment, index): UnappliedAmendment[] => {
    const records = work.records.filter(({ amendment_index }) => amendment_index === index);
    const reason = recordProblem(records) ?? textProblem(amendment, work.before, work.after);
    if (reason === undefined) return [];
    return [{ amendment_index: index, amendment, reason, explanation: records.map(({ note }) => note).join("\n") }];
  });
  if (unapplied.length === 0) return accept(work.amendments);
  const listed = unapplied.map(({ amendment, reason }) => `${amendment.action} ${amendment.target}: ${reason}`);
  return refuse("amendment-not-applied", `Not applied: ${listed.join("; ")}.`, { unapplied });
}

/** Amendments that cannot be applied, because their target does not exist. They are found before a role is asked. */
export function amendmentsWithoutTarget(amendments: readonly Amendment[], before: Deliverable): Amendment[] {
  return amendments.filter(({ action, target }) => action !== "ADD" && textOf(target, before) === undefined);
}

function recordProblem(records: readonly AmendmentRecord[]): string | undefined {
  if (records.length !== 1) return `it has ${records.length} records instead of one`;
  return records.every(({ applied }) => applied) ? undefined : "the Proposer did not apply it";
}

/**
 * The texts before and after must differ as the action requires. An ADD to an existing target must have changed it. A
 * target to modify or remove must have existed, otherwise a misspelt one would count as done.
 */
function textProblem({ action, target }: Amendment, before: Deliverable, after: Deliverable): string | undefined {
  const [was, is] = [textOf(target, before), textOf(target, after)];
  if (action === "ADD") {
    if (is === undefined) return "the target is not in the revised deliverable";
    return was === is ? "the target was there before and is unchanged" : undefined;
  }
  if (was === undefined) return "the target did not exist";
  if (action === "REMOVE") return is === undefined ? undefined : "the target is still in the revised deliverable";
  if (is === undefined) return "the target is gone instead of changed";
  return was === is ? "the target is unchanged" : undefined;
}

function textOf(target: string, deliverable: Deliverable): string | undefined {
  const parsed = parseTarget(target);
  return parsed.ok ? textOfTarget(parsed.value, deliverable) : undefined;
}
