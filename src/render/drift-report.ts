import type { Sha } from "../domain/ids.js";
import type { Drift } from "../domain/ship/drift.js";
import { CHECK_SUMMARY_BYTES } from "./check-digest.js";
import type { CheckOutput } from "./check-output.js";
import { inlineCode } from "./code.js";
import { fitParts } from "./fit.js";

/** `factory / shipped`: on the default branch's head. */
export function shippedCheck(drifts: readonly Drift[]): CheckOutput {
  const nothing = { text: "", annotations: [] };
  if (drifts.length === 0) {
    const summary = "Every sealed file and every shipped contract is what it was when it shipped.";
    return {
      status: { kind: "completed", conclusion: "success" },
      title: "What shipped is what is here",
      summary,
      ...nothing,
    };
  }
  return {
    status: { kind: "completed", conclusion: "failure" },
    title: titleOf(drifts),
    summary: fitParts(`${titleOf(drifts)}.\n\n${WAYS}`, [listOf(drifts)], { bytes: CHECK_SUMMARY_BYTES }),
    ...nothing,
  };
}

/** The same on the request's issue, once for each drift. */
export function driftNote(drifts: readonly Drift[], head: Sha): string {
  const opening = `${titleOf(drifts)} at ${head.slice(0, 12)}.`;
  return fitParts(`**${opening}**\n\n${WAYS}`, [listOf(drifts)], NOTE_LIMIT);
}

/** Room for the hidden key above it. */
const NOTE_LIMIT = 65_000;

function titleOf(drifts: readonly Drift[]): string {
  const count = drifts.length === 1 ? "1 difference" : `${drifts.length} differences`;
  return `The default branch has drifted from what shipped: ${count}`;
}

const WAYS = [
  "A shipped module does not change; other modules are built on what it promised. Two ways lead on:",
  "",
  "- if it was a mistake, revert the commit that did it;",
  "- if the change is wanted, revert it all the same and ask for a new version: open an issue that says what must change, and label it.",
].join("\n");

function listOf(drifts: readonly Drift[]) {
  return {
    text: drifts.map((drift) => `- ${lineOf(drift)}`).join("\n"),
    whenLeftOut: `_${drifts.length} differences are not listed: they did not fit._`,
  };
}

function lineOf(drift: Drift): string {
  switch (drift.kind) {
    case "file":
      return `${inlineCode(drift.path)} of ${drift.module_ref} was ${drift.change}`;
    case "interface":
      return `the contract of ${drift.module_ref} has the fingerprint ${drift.found.slice(0, 12)}; ${drift.shipped.slice(0, 12)} shipped`;
    case "record":
      return `${inlineCode(drift.path)} cannot be read: ${inlineCode(drift.why)}`;
    default:
      return drift satisfies never;
  }
}
