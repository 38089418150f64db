import type { ModuleRef } from "../../domain/ids.js";
import type { CheckAnnotation } from "../../engine/effects/effect-parts.js";
import { CHECK_SUMMARY_BYTES } from "../../render/check-digest.js";
import type { CheckOutput } from "../../render/check-output.js";
import { codeCell, inlineCode } from "../../render/code.js";
import { fitParts, type Part } from "../../render/fit.js";
import type { SealViolation } from "./seal-violations.js";
import type { WaysOn } from "./ways-on.js";
import { dependantsPart, recordWays, waysText } from "./ways-on-text.js";

export type SealedFacts = {
  readonly violations: readonly SealViolation[];
  /** Files of the record of what shipped, which only the App writes. */
  readonly records: readonly string[];
  /** The dependants of each affected module. */
  readonly dependants: ReadonlyMap<ModuleRef, readonly ModuleRef[]>;
  /** Why the seals could not be read completely. */
  readonly unreadable: readonly string[];
  readonly isFork: boolean;
  readonly ways: WaysOn;
};

const DONE = "completed";
/** One request's worth; the table lists every file. */
const MAX_ANNOTATIONS = 50;

/** `factory / sealed`: the check run on every pull request (decisions.md#checks-belong-to-the-app). */
export function sealedCheck(facts: SealedFacts): CheckOutput {
  const { violations, records, dependants, unreadable, isFork, ways } = facts;
  if (violations.length === 0 && records.length === 0) return nothingTouched(unreadable);
  const modules = [...new Set(violations.map(({ module_ref }) => module_ref))].sort();
  const title = titleOf(facts, modules);
  return {
    status: { kind: DONE, conclusion: conclusionOn(isFork) },
    title,
    summary: fitParts(
      [
        `${title}.`,
        ...(violations.length === 0 ? [] : ["", waysText(modules, ways)]),
        ...(records.length === 0 ? [] : ["", recordWays(ways)]),
        ...(isFork ? ["", FORK] : []),
      ].join("\n"),
      [...tableOf(violations), ...recordsOf(records), ...dependantsPart(modules, dependants), ...unreadOf(unreadable)],
      { bytes: CHECK_SUMMARY_BYTES },
    ),
    text: "",
    annotations: [
      ...violations.map(annotationOf),
      ...records.map((path) => ({ path, line: 1, level: "failure" as const, title: "Record", message: RECORD })),
    ].slice(0, MAX_ANNOTATIONS),
  };
}

/** More files than GitHub lists, so a sealed one may be among them. */
export function tooLargeCheck(files: number, isFork: boolean): CheckOutput {
  return {
    status: { kind: DONE, conclusion: conclusionOn(isFork) },
    title: `${files} files are too many to judge`,
    summary: [
      `This pull request changes ${files} files. GitHub lists at most 3000, so nobody can say that no sealed file is among them.`,
      "Split it into smaller ones.",
      ...(isFork ? ["", FORK] : []),
    ].join("\n"),
    text: "",
    annotations: [],
  };
}

/**
 * A contributor from a fork cannot repair it: the check run is neutral with the reason, never red
 * (decisions.md#what-users-of-bots-complain-about).
 */
function conclusionOn(isFork: boolean): "neutral" | "failure" {
  return isFork ? "neutral" : "failure";
}

function nothingTouched(unreadable: readonly string[]): CheckOutput {
  const nothing = { text: "", annotations: [] };
  if (unreadable.length === 0) {
    const summary = "This pull request changes no file that belongs to a shipped module.";
    return { status: { kind: DONE, conclusion: "success" }, title: "No sealed file is touched", summary, ...nothing };
  }
  // Red would also block the pull request that repairs it.
  return {
    status: { kind: DONE, conclusion: "neutral" },
    title: "What is sealed could not be read in full",
    summary: fitParts("No file is touched that is known to be sealed.", unreadOf(unreadable), {
      bytes: CHECK_SUMMARY_BYTES,
    }),
    ...nothing,
  };
}

function titleOf({ violations, records }: SealedFacts, modules: readonly ModuleRef[]): string {
  const which = modules.length === 1 ? modules[0] : `${modules.length} shipped modules`;
  if (violations.length === 0) return `${files(records.length)} of the record of what shipped would change`;
  return `${violations.length} sealed ${violations.length === 1 ? "file" : "files"} of ${which} would change`;
}

function files(count: number): string {
  return count === 1 ? "1 file" : `${count} files`;
}

const FORK = "This comes from a fork, so nothing is blocked here; whoever merges it decides.";
const RECORD = "This file is part of the record of what shipped, which the App alone writes.";

function tableOf(violations: readonly SealViolation[]): Part[] {
  if (violations.length === 0) return [];
  const rows = violations.map(({ path, module_ref, change }) => `| ${codeCell(path)} | ${module_ref} | ${change} |`);
  const text = ["| file | belongs to | would be |", "|---|---|---|", ...rows].join("\n");
  return [{ text, whenLeftOut: `_${violations.length} files are not listed: they did not fit._` }];
}

function recordsOf(records: readonly string[]): Part[] {
  if (records.length === 0) return [];
  const text = ["Files of the record:", "", ...records.map(itemOf)].join("\n");
  return [{ text, whenLeftOut: `_${files(records.length)} of the record did not fit._` }];
}

function unreadOf(unreadable: readonly string[]): Part[] {
  if (unreadable.length === 0) return [];
  const text = ["What is sealed could not be read in full:", "", ...unreadable.map(itemOf)].join("\n");
  return [{ text, whenLeftOut: "_What could not be read did not fit._" }];
}

function itemOf(text: string): string {
  return `- ${inlineCode(text)}`;
}

function annotationOf({ path, module_ref, change }: SealViolation): CheckAnnotation {
  const message = `${path} belongs to ${module_ref}, which has shipped, and would be ${change}.`;
  return { path, line: 1, level: "failure", title: "Sealed file", message };
}
