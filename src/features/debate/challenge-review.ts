import type { Challenge, Failure, SopFinding } from "../../domain/debate/challenge.js";
import type { CitableNames } from "../../domain/debate/citation.js";
import { RUBRIC } from "../../domain/debate/rubric.js";
import { codeCell } from "../../render/code.js";
import { cutLine, cutText } from "../../render/cut.js";
import { BODY_LIMIT, fitParts, type Part } from "../../render/fit.js";
import { hiddenMarker } from "../../render/marker.js";
import { plainLine, plainText, quotingLine, quotingWithin } from "../../render/plain-text.js";
import { type CitedFile, citedLine } from "./cited-line.js";
import { ownNotesPart } from "./reviewer-notes.js";
import { recordPart, type VerdictContext, type VerdictReview } from "./verdict-review.js";

/** The files whose lines a Challenger may cite, and the names that it was given. */
export type Citable = { readonly files: readonly CitedFile[]; readonly names: CitableNames };

const CELL = 400;

/**
 * Renders the Challenger's verdict as one review: the verdict in one line, the reasons, what must change, the record.
 */
export function challengeReview(challenge: Challenge, context: VerdictContext, citable: Citable): VerdictReview {
  const head = [hiddenMarker(challenge.challenge_id), verdictLine(challenge, context)].join("\n");
  const body = fitParts(head, [
    failuresPart(challenge.failures),
    { text: rubricTable(challenge), whenLeftOut: "_The rubric is left out: it did not fit._" },
    ...sopPart(challenge.sop_findings),
    ...ownNotesPart(challenge.notes),
    recordPart(challenge.challenge_id, challenge, context.recordUrl),
  ]);
  return { body, comments: challenge.failures.flatMap((failure) => lineComment(failure, citable)) };
}

function verdictLine(challenge: Challenge, { moduleTitle, round, rounds }: VerdictContext): string {
  const notMet = challenge.rubric_assessments.filter(({ assessment }) => assessment === "NOT_MET").length;
  const changes = challenge.failures.length;
  const why =
    challenge.verdict === "PASS"
      ? "every criterion is met"
      : `${notMet} of ${RUBRIC.length} criteria not met, ${changes} required ${changes === 1 ? "change" : "changes"}`;
  const about = `${challenge.bound_to.module_ref} ${cutLine(plainLine(moduleTitle), CELL)}`;
  return `**${challenge.verdict}** by the Challenger for ${about} in round ${round} of ${rounds}: ${why}.`;
}

function rubricTable({ rubric_assessments }: Challenge): string {
  const rows = RUBRIC.flatMap(({ id, title }) => {
    const found = rubric_assessments.find(({ criterion }) => criterion === id);
    if (found === undefined) return [];
    const mark = found.assessment === "MET" ? "met" : "**not met**";
    return [`| ${id} ${title} | ${mark} | ${quotingWithin(found.evidence, CELL)} |`];
  });
  return ["| criterion | verdict | evidence |", "|---|---|---|", ...rows].join("\n");
}

const SCOPES = {
  MODULE: () => "",
  PLAN: () => " (concerns the plan as a whole)",
  UPSTREAM: ({ target_module }: Extract<Failure, { scope: "UPSTREAM" }>) => ` (concerns ${target_module})`,
} as const;

function failuresPart(failures: readonly Failure[]): Part {
  const items = failures.map((failure, index) => {
    const scope = failure.scope === "UPSTREAM" ? SCOPES.UPSTREAM(failure) : SCOPES[failure.scope]();
    return [
      `${index + 1}. **${quotingLine(failure.required_change)}**${scope}`,
      `   Broken: ${quotingLine(failure.invariant)}`,
      `   Evidence: ${quotingLine(failure.evidence)}`,
    ].join("\n");
  });
  return {
    text: items.length === 0 ? "Nothing has to change." : ["Required changes:", "", ...items].join("\n"),
    whenLeftOut: `_${failures.length} required changes are left out: they did not fit. They are in the record._`,
  };
}

function sopPart(findings: readonly SopFinding[]): Part[] {
  if (findings.length === 0) return [];
  const rows = findings.map(
    ({ sop, severity, finding, evidence }) =>
      `| ${codeCell(sop)} | ${severity} | ${quotingWithin(finding, CELL)} | ${quotingWithin(evidence, CELL)} |`,
  );
  return [
    {
      text: ["| procedure | severity | finding | evidence |", "|---|---|---|---|", ...rows].join("\n"),
      whenLeftOut: `_${findings.length} findings about procedures are left out: they did not fit._`,
    },
  ];
}

/** One line comment per failure, on the first line that it cites. A failure that cites none is only in the body. */
function lineComment(failure: Failure, { files, names }: Citable) {
  const place = citedLine(`${failure.evidence}\n${failure.invariant}\n${failure.required_change}`, files, names);
  if (place === undefined) return [];
  const body = `**${plainText(failure.required_change)}**\n\nEvidence: ${plainText(failure.evidence)}`;
  return [{ ...place, body: cutText(body, BODY_LIMIT) }];
}
