import type { ModuleRef, Sha } from "../../domain/ids.js";
import { CHECK_SUMMARY_BYTES } from "../../render/check-digest.js";
import type { CheckOutput } from "../../render/check-output.js";
import { inlineCode } from "../../render/code.js";
import { fitParts, type Part } from "../../render/fit.js";
import type { Drift } from "./drift.js";
import type { WaysOn } from "./ways-on.js";
import { dependantsPart, waysText } from "./ways-on-text.js";

/** The differences, their dependants, and what can be done about them here. */
export type DriftFacts = {
  readonly drifts: readonly Drift[];
  readonly dependants: ReadonlyMap<ModuleRef, readonly ModuleRef[]>;
  readonly ways: WaysOn;
};

/** `factory / shipped`: the check run on the default branch's head. */
export function shippedCheck(facts: DriftFacts): CheckOutput {
  const { drifts } = facts;
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
    summary: fitParts(`${titleOf(drifts)}.\n\n${waysFrom(facts)}`, partsOf(facts), { bytes: CHECK_SUMMARY_BYTES }),
    ...nothing,
  };
}

/** The same as a comment on the request's issue, once for each drift. */
export function driftNote(facts: DriftFacts, head: Sha): string {
  const { drifts } = facts;
  const opening = `${titleOf(drifts)} at ${head.slice(0, 12)}.`;
  return fitParts(`**${opening}**\n\n${waysFrom(facts)}`, partsOf(facts), NOTE_LIMIT);
}

/** Leaves room for the hidden key above it. */
const NOTE_LIMIT = 65_000;

function titleOf(drifts: readonly Drift[]): string {
  const count = drifts.length === 1 ? "1 difference" : `${drifts.length} differences`;
  return `The default branch has drifted from what shipped: ${count}`;
}

/** A revert of the change always comes first: a version changes only by its own pull request. */
function waysFrom({ drifts, ways }: DriftFacts): string {
  const modules = driftedModules(drifts);
  const back =
    "Revert the commit that did it, with `git revert` or the button Revert of its pull request; the check turns green by itself.";
  if (modules.length === 0) return back;
  return [
    back,
    "If the change is wanted, revert it all the same, and take one of the ways below.",
    "",
    waysText(modules, ways),
  ].join("\n");
}

/** The versions that have changed. */
export function driftedModules(drifts: readonly Drift[]): ModuleRef[] {
  const refs = drifts.flatMap((drift) => (drift.kind === "record" ? [] : [drift.module_ref]));
  return [...new Set(refs)].toSorted();
}

function partsOf({ drifts, dependants }: DriftFacts): Part[] {
  return [listOf(drifts), ...dependantsPart(driftedModules(drifts), dependants)];
}

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
    case "index":
      return `the code index: ${inlineCode(drift.why)}`;
    case "record":
      return `${inlineCode(drift.path)} cannot be read: ${inlineCode(drift.why)}`;
    default:
      return drift satisfies never;
  }
}
