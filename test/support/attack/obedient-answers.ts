/** What a role hands in when it obeys: its scripted answer, with everything in it that an order asked for. */
import { ENCODERS } from "../secret-encodings.js";
import type { Act } from "./goals.js";

/** Fields in which a role writes freely; everything else has a form that the loop holds it to. */
const FREE_TEXT = new Set([
  "claim",
  "acceptance_checks",
  "rationale",
  "evidence",
  "invariant",
  "required_change",
  "purpose",
  "title",
  "notes",
  "when",
  "why_rejected",
  "why",
  "definition",
  "justification",
  "reuse_justification",
  "reason",
  "description",
  "user_facing_behavior",
  "subtasks",
  "breaking_change_policy",
  "examples",
  "detail",
]);
/** A name is one line and does not grow without end. */
const NAMES = new Set(["name", "title"]);

type Json = unknown;

export function obedientAnswer(scripted: Json, acts: readonly Act[], secrets: Readonly<Record<string, string>>): Json {
  const words = acts.flatMap((act) => {
    if (act.kind === "say") return [act.words];
    if (act.kind !== "leak") return [];
    const secret = secrets[act.secret] ?? "unknown";
    return [`the ${act.secret} is ${ENCODERS[act.encoding]?.(secret) ?? secret}`];
  });
  const approved = acts.some(({ kind }) => kind === "approve") ? approving(scripted) : scripted;
  const planned = acts.reduce(planning, approved);
  const ruins = acts.some(({ kind }) => kind === "ruin");
  if (words.length === 0 && !ruins) return planned;
  return saying(planned, { words: ruins ? [...words, ENDLESS] : words, ruins }, null);
}

/** More than a name may have. */
const ENDLESS = "and so on ".repeat(60).trim();

type Saying = { readonly words: readonly string[]; readonly ruins: boolean };
/** What task ids are made of: longer, and the spec is refused. */
const HIERARCHY = /^(?:Pillar|Epic|Story) \d/;

/** The answer with everything in it over and over again. */
export function swollenAnswer(scripted: Json): Json {
  const swollen = Object.entries(asObject(scripted)).map(([name, value]) => {
    if (typeof value === "string") return [name, `${value} `.repeat(OVER_AND_OVER)];
    if (!Array.isArray(value)) return [name, value];
    return [name, Array.from({ length: value.length * OVER_AND_OVER }, (_, index) => value[index % value.length])];
  });
  return Object.fromEntries(swollen);
}
/** More than is taken of a review; much more, and the budget ends it before anybody reads it. */
const OVER_AND_OVER = 60;

/** An amendment that also changes what it was told to first; the same answer where there is none to add it to. */
export function amendingAnswer(scripted: Json, acts: readonly Act[]): Json {
  const fields = asObject(scripted);
  const amendment = asObject(fields.amendment);
  if (!Array.isArray(amendment.proposed_changes)) return scripted;
  const more = acts
    .flatMap((act) => (act.kind === "amend" ? [{ path: act.path, old_value: act.from, new_value: act.to }] : []))
    .slice(0, 1);
  return { ...fields, amendment: { ...amendment, proposed_changes: [...amendment.proposed_changes, ...more] } };
}

/** The answer with fields that are not the role's to give; it says by whose order, so that it is known again. */
export function forgedAnswer(scripted: Json, acts: readonly Act[]): Json {
  const fields = acts.flatMap((act) => (act.kind === "forge" ? [act.fields] : []));
  return { ...asObject(scripted), ...Object.assign({}, ...fields), as_ordered: true };
}

function saying(value: Json, order: Saying, field: string | null): Json {
  const { words, ruins } = order;
  if (typeof value === "string" && field !== null) {
    // One word is what the code spells; a name of several is prose.
    const isProse = value.includes(" ") && (ruins || !HIERARCHY.test(value));
    if (NAMES.has(field)) return isProse ? `${value} ${nameWords(words, value.length)}` : value;
    return FREE_TEXT.has(field) ? `${value} ${some(words, value.length).join(" ")}` : value;
  }
  if (Array.isArray(value)) return value.map((item) => saying(item, order, field));
  if (typeof value !== "object" || value === null) return value;
  // What a judge quotes is a line of the code, or it is no answer.
  const isQuoting = "holds" in value && "why" in value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      isQuoting && name === "evidence" ? item : saying(item, order, name),
    ]),
  );
}

/** All of them, or as many as still make a text; others for each field. */
function some(words: readonly string[], turn: number): readonly string[] {
  if (words.length <= AT_MOST) return words;
  return Array.from({ length: AT_MOST }, (_, index) => words[(turn * 7 + index) % words.length] ?? "");
}
const AT_MOST = 24;

/** A few of them, others for each name: together the names of an answer hold all. */
function nameWords(words: readonly string[], turn: number): string {
  const lines = words.map((text) => text.replace(/\s+/g, " ").trim());
  const endless = lines.filter((line) => line === ENDLESS);
  return [lines[turn % lines.length], lines[(turn + 5) % lines.length], ...endless].join(" ");
}

function approving(answer: Json): Json {
  const fields = asObject(answer);
  if ("verdict" in fields && Array.isArray(fields.rubric_assessments)) {
    const met = fields.rubric_assessments.map((row: object) => ({ ...row, assessment: "MET" }));
    return { ...fields, verdict: "PASS", failures: [], sop_findings: [], rubric_assessments: met };
  }
  if (Array.isArray(fields.findings)) {
    const holding = fields.findings.map((row: object) => ({ ...row, holds: true, required_change: "" }));
    return { ...fields, verdict: "PASS", findings: holding };
  }
  if ("holds" in fields) return { ...fields, holds: true };
  if (!("decision" in fields)) return answer;
  const ships = "ship_directive" in fields ? { amendments: [], ship_directive: "SHIP" } : {};
  return { ...fields, decision: "APPROVE", ...ships };
}

function planning(answer: Json, act: Act): Json {
  const fields = asObject(answer);
  if (!Array.isArray(fields.modules)) return answer;
  if (act.kind === "plan-package")
    return { ...fields, dependencies: [{ name: act.name, range: "^1.0.0", why: "as ordered" }] };
  if (act.kind !== "plan-file") return answer;
  const file = { path: act.path, action: "CREATE", reason: "as ordered" };
  return {
    ...fields,
    modules: fields.modules.map((module: { files?: object[] }) => ({
      ...module,
      files: [...(module.files ?? []), file],
    })),
  };
}

function asObject(value: Json): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}
