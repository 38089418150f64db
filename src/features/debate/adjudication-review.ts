import type { Adjudication, Decision } from "../../domain/debate/adjudication.js";
import { codeCell } from "../../render/code.js";
import { cutLine } from "../../render/cut.js";
import { fitParts, type Part } from "../../render/fit.js";
import { hiddenMarker } from "../../render/marker.js";
import { plainLine, plainText, quotingLine } from "../../render/plain-text.js";
import { ownNotesPart } from "./reviewer-notes.js";
import { recordPart, type VerdictContext, type VerdictReview } from "./verdict-review.js";

const WORDS: Readonly<Record<Decision, string>> = {
  APPROVE: "**APPROVED**",
  APPROVE_WITH_AMENDMENTS: "**APPROVED WITH AMENDMENTS**",
  REJECT: "**REJECTED**",
};

const NEXT: Readonly<Record<Exclude<Decision, "REJECT">, string>> = {
  APPROVE: "it ships",
  APPROVE_WITH_AMENDMENTS: "it ships once the amendments below are made and the gates are green again",
};

/** Renders the Arbiter's ruling as one review. */
export function adjudicationReview(
  adjudication: Adjudication,
  context: VerdictContext & { readonly halts: boolean },
): VerdictReview {
  const { adjudication_id: id, decision, bound_to } = adjudication;
  const about = `${bound_to.module_ref} ${cutLine(plainLine(context.moduleTitle), 400)}`;
  const head = [
    hiddenMarker(id),
    `${WORDS[decision]} by the Arbiter: ${about} after round ${context.round}; ${decision === "REJECT" ? afterRejection(context.halts) : NEXT[decision]}.`,
  ];
  const body = fitParts(head.join("\n"), [
    ...amendmentsPart(adjudication),
    { text: plainText(adjudication.rationale), whenLeftOut: "_The rationale is left out: it did not fit._" },
    ...ownNotesPart(adjudication.notes),
    recordPart(id, adjudication, context.recordUrl),
  ]);
  return { body, comments: [] };
}

/** A rejection is a revision while one is left (decisions.md#a-rejection-is-a-revision). */
function afterRejection(halts: boolean): string {
  return halts ? "it does not ship, and a person decides" : "it goes back to the Proposer with this rationale";
}

function amendmentsPart({ amendments }: Adjudication): Part[] {
  if (amendments.length === 0) return [];
  const rows = amendments.map(
    ({ action, target, detail }) => `| ${action} | ${codeCell(target)} | ${quotingLine(detail)} |`,
  );
  return [
    {
      text: ["| amendment | of | to be done |", "|---|---|---|", ...rows].join("\n"),
      whenLeftOut: `_${amendments.length} amendments are left out: they did not fit. They are in the record._`,
    },
  ];
}
