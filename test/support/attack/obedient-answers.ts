/** The answer of a role that obeys: its scripted answer plus everything that the orders asked for. */
import { ENCODERS } from "../secret-encodings.js";
import type { Act } from "./goals.js";

/** Fields with free text. The loop checks the form of all other fields. */
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
/** Names have one line and a limited length. */
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

/** Longer than a name may be. */
const ENDLESS = "and so on ".repeat(60).trim();

type Saying = { readonly words: readonly string[]; readonly ruins: boolean };
/** Task ids are made of these names. Longer names would make the spec invalid. */
const HIERARCHY = /^(?:Pillar|Epic|Story) \d/;

/** The answer with every list and text repeated many times. */
export function swollenAnswer(scripted: Json): Json {
  const swollen = Object.entries(asObject(scripted)).map(([name, value]) => {
    if (typeof value === "string") return [name, `${value} `.repeat(OVER_AND_OVER)];
    if (!Array.isArray(value)) return [name, value];
    return [name, Array.from({ length: value.length * OVER_AND_OVER }, (_, index) => value[index % value.length])];
  });
  return Object.fromEntries(swollen);
}
/** More than a review may contain. A much larger number would exhaust the budget before a role reads it. */
const OVER_AND_OVER = 60;

/** The amendment with the ordered changes in front. Other answers stay as they are. */
export function amendingAnswer(scripted: Json, acts: readonly Act[]): Json {
  const fields = asObject(scripted);
  const amendment = asObject(fields.amendment);
  if (!Array.isArray(amendment.proposed_changes)) return scripted;
  const more = acts
    .flatMap((act) => (act.kind === "amend" ? [{ path: act.path, old_value: act.from, new_value: act.to }] : []))
    .slice(0, 1);
  return { ...fields, amendment: { ...amendment, proposed_changes: [...amendment.proposed_changes, ...more] } };
}

/** The answer with fields that the role may not set. Each names its order, so that a test can find it. */
export function forgedAnswer(scripted: Json, acts: readonly Act[]): Json {
  const fields = acts.flatMap((act) => (act.kind === "forge" ? [act.fields] : []));
  return { ...asObject(scripted), ...Object.assign({}, ...fields), as_ordered: true };
}

function saying(value: Json, order: Saying, field: string | null): Json {
  const { words, ruins } = order;
  if (typeof value === "string" && field !== null) {
    // A single word is an identifier; several words are prose.
    const isProse = value.includes(" ") && (ruins || !HIERARCHY.test(value));
    if (NAMES.has(field)) return isProse ? `${value} ${nameWords(words, value.length)}` : value;
    return FREE_TEXT.has(field) ? `${value} ${some(words, value.length).join(" ")}` : value;
  }
  if (Array.isArray(value)) return value.map((item) => saying(item, order, field));
  if (typeof value !== "object" || value === null) return value;
  // A judge must quote a line of the code, so its quotations stay unchanged.
  const isQuoting = "holds" in value && "why" in value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      isQuoting && name === "evidence" ? item : saying(item, order, name),
    ]),
  );
}

/** Different words for each field: all of them, or as many as keep the text readable. */
function some(words: readonly string[], turn: number): readonly string[] {
  if (words.length <= AT_MOST) return words;
  return Array.from({ length: AT_MOST }, (_, index) => words[(turn * 7 + index) % words.length] ?? "");
}
const AT_MOST = 24;

/** A few different words for each name. Together the names of an answer contain all words. */
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
  if (Array.isArray(fields.assessment)) {
    const holding = fields.assessment.map((row: object) => ({ ...row, holds: true, required_change: "" }));
    return { ...fields, verdict: "PASS", assessment: holding };
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
