import type { CheckAnnotation } from "../domain/factory/effect.js";
import type { ModuleRef } from "../domain/ids.js";
import type { SealViolation } from "../domain/ship/seal-violations.js";
import { CHECK_SUMMARY_BYTES } from "./check-digest.js";
import type { CheckOutput } from "./check-output.js";
import { codeCell } from "./code.js";
import { fitParts } from "./fit.js";

export type SealedFacts = {
  readonly violations: readonly SealViolation[];
  /** Who builds on each module that is touched. */
  readonly dependants: ReadonlyMap<ModuleRef, readonly ModuleRef[]>;
  /** Modules whose interface in the code no longer is the one that shipped. */
  readonly drifted: readonly ModuleRef[];
  readonly isFork: boolean;
};

const DONE = "completed";
/** One request's worth; the table lists every file. */
const MAX_ANNOTATIONS = 50;

/** `factory / sealed`: on every pull request, people's included (DESIGN, 6). */
export function sealedCheck({ violations, dependants, drifted, isFork }: SealedFacts): CheckOutput {
  const nothing = { text: "", annotations: [] };
  if (violations.length === 0 && drifted.length === 0) {
    const summary = "This pull request changes no file that belongs to a shipped module.";
    return { status: { kind: DONE, conclusion: "success" }, title: "No sealed file is touched", summary, ...nothing };
  }
  const modules = [...new Set(violations.map(({ module_ref }) => module_ref))].sort();
  const title = violations.length === 0 ? "A shipped interface has drifted" : titleOf(violations.length, modules);
  // A contributor from a fork can do nothing about it: a neutral word with the reason, never a red failure (GITHUB).
  const conclusion = isFork ? "neutral" : "failure";
  return {
    status: { kind: DONE, conclusion },
    title,
    summary: fitParts(
      [`${title}.`, "", WAYS, ...(isFork ? ["", FORK] : [])].join("\n"),
      [
        { text: table(violations), whenLeftOut: `_${violations.length} files are not listed: they did not fit._` },
        { text: dependantsText(modules, dependants), whenLeftOut: "_Who depends on them did not fit._" },
        ...(drifted.length === 0
          ? []
          : [{ text: `The code of ${drifted.join(", ")} no longer has the interface that shipped.`, whenLeftOut: "" }]),
      ],
      { bytes: CHECK_SUMMARY_BYTES },
    ),
    text: "",
    annotations: violations.slice(0, MAX_ANNOTATIONS).map(annotationOf),
  };
}

function titleOf(files: number, modules: readonly ModuleRef[]): string {
  const which = modules.length === 1 ? modules[0] : `${modules.length} shipped modules`;
  return `${files} sealed ${files === 1 ? "file" : "files"} of ${which} would change`;
}

const WAYS = [
  "A shipped module does not change; other modules are built on what it promised. Two ways lead on:",
  "",
  "- if the promise itself must change, ask for an interface change in the issue that needs it;",
  "- otherwise ask for a new version: open an issue that says what is wrong, and label it.",
].join("\n");
const FORK = "This comes from a fork, so nothing is blocked here; whoever merges it decides.";

function table(violations: readonly SealViolation[]): string {
  const rows = violations.map(({ path, module_ref, change }) => `| ${codeCell(path)} | ${module_ref} | ${change} |`);
  return rows.length === 0 ? "" : ["| file | belongs to | would be |", "|---|---|---|", ...rows].join("\n");
}

function dependantsText(modules: readonly ModuleRef[], dependants: SealedFacts["dependants"]): string {
  return modules
    .map((module) => {
      const known = dependants.get(module) ?? [];
      return known.length === 0 ? `Nothing depends on ${module}.` : `${known.join(", ")} depend on ${module}.`;
    })
    .join("\n");
}

function annotationOf({ path, module_ref, change }: SealViolation): CheckAnnotation {
  const message = `${path} belongs to ${module_ref}, which has shipped, and would be ${change}.`;
  return { path, line: 1, level: "failure", title: "Sealed file", message };
}
