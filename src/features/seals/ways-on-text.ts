import type { ModuleRef } from "../../domain/ids.js";
import { inlineCode } from "../../render/code.js";
import type { Part } from "../../render/fit.js";
import type { WaysOn } from "./ways-on.js";

/** Only the first ones are spelt out, as examples. */
const SPELT_OUT = 3;

const PROMISED = "A shipped module does not change; other modules are built on what it promised.";

/**
 * What sealed means, and every way to another version: what to open, which label to set, and which command to write.
 */
export function waysText(modules: readonly ModuleRef[], { labels, issue, undo }: WaysOn): string {
  const named = modules.length === 0 ? "the module" : modules.slice(0, SPELT_OUT).join(", ");
  const back = modules.flatMap((ref) => undo[ref] ?? []).filter((task, place, all) => all.indexOf(task) === place);
  const commands = back.slice(0, SPELT_OUT).map((task) => `\`/factory undo ${task}\``);
  return [
    `${PROMISED} What you can do:`,
    "",
    `- **A new version, with the same promise** (a defect, another way to do it): open an issue that names ${named} and lists what must hold, at least two lines that begin with \`- [ ]\`, and give it the label ${inlineCode(labels.quick)}. The task it becomes builds the next version, and its pull request alone may change these files.`,
    `- **An interface change, with another promise**: open such an issue for what needs the other promise (or SPEC.md and the label ${inlineCode(labels.start)} for more than one task). Where ${named} cannot give it, the task halts with a card in its pull request, and \`/factory ice approve\` there has the new version agreed on and built; \`/factory ice reject <reason>\` keeps the promise.`,
    ...(commands.length === 0 || issue === null
      ? []
      : [
          `- **Take it back**: say ${commands.join(" or ")} in #${issue}. What was built on it goes with it, by a pull request that is yours to merge.`,
        ]),
    "",
    "One product is built at a time: while one is, the issue waits with its label on.",
  ].join("\n");
}

/** The record of what shipped follows from these and is never edited. */
export function recordWays({ issue }: WaysOn): string {
  const where = issue === null ? "in the issue of the product" : `in #${issue}`;
  return [
    "The record of what shipped is written by the App alone, so leave these files as they are. What you can say instead:",
    "",
    `- \`/factory undo <task>\` ${where}: the task that built a version is taken back, and its record with it;`,
    `- \`/factory deprecate <module@version>\` ${where}: a version is no longer to be used. The answer shows what to fill in.`,
  ].join("\n");
}

/** The dependants of each of them. */
export function dependantsPart(
  modules: readonly ModuleRef[],
  dependants: ReadonlyMap<ModuleRef, readonly ModuleRef[]>,
): Part[] {
  if (modules.length === 0) return [];
  const lines = modules.map((module) => {
    const known = dependants.get(module) ?? [];
    return known.length === 0 ? `Nothing depends on ${module}.` : `${known.join(", ")} depend on ${module}.`;
  });
  return [{ text: lines.join("\n"), whenLeftOut: "_Who depends on them did not fit._" }];
}
