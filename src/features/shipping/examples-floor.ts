import { bareExportName } from "../../domain/contract/assertion.js";
import type { Contract } from "../../domain/contract/contract.js";
import { effectName, effectsOf, errorSurfacesOf } from "../../domain/contract/dimensions.js";
import { standInIn } from "./concreteness.js";
import { type Example, isComplete, readExamples } from "./examples-document.js";

/** One thing that `examples.md` lacks. */
export type ExamplesGap = {
  readonly code: "entry-point" | "error-surface" | "effect" | "prose" | "input-or-output" | "placeholder";
  /** The export, error surface, effect or example in question. */
  readonly subject: string;
  readonly message: string;
};

type Promised = Pick<Contract, "creates" | "error_surfaces" | "effects">;

/** Everything missing from a module's examples (requirements.md#examples). Empty means that the minimum is reached. */
export function checkExamples(markdown: string, contract: Promised): ExamplesGap[] {
  const examples = readExamples(markdown);
  const surfaces = errorSurfacesOf(contract).map(({ name }) => name);
  return [
    ...examples.flatMap(placeholderGaps),
    ...entryPointGaps(examples, contract.creates.map(bareExportName), surfaces),
    ...(contract.creates.length === 0 ? commandGaps(examples) : []),
    ...errorSurfaceGaps(examples, surfaces),
    ...effectGaps(examples, contract),
  ];
}

function placeholderGaps(example: Example): ExamplesGap[] {
  return example.blocks.flatMap((block) => {
    const found = standInIn(block);
    if (found === undefined) return [];
    const message = `${placeOf(example)} holds a placeholder (${found}); use real values.`;
    return [{ code: "placeholder", subject: example.title, message }];
  });
}

/** A command has no name to look for: one whole example of a run is enough. */
function commandGaps(examples: readonly Example[]): ExamplesGap[] {
  if (examples.some(isComplete)) return [];
  const message = "No example shows a run of the command with an input and the expected output; write one.";
  return [{ code: "entry-point", subject: "the command", message }];
}

/** An example of a failure does not show the purpose of an entry point, so it does not count for one. */
function entryPointGaps(
  examples: readonly Example[],
  names: readonly string[],
  surfaces: readonly string[],
): ExamplesGap[] {
  const working = examples.filter((example) => !surfaces.some((surface) => mentions(example.names, surface)));
  return names.flatMap((subject): ExamplesGap[] => {
    const shown = working.filter((example) => isComplete(example) && mentions(example.names, subject));
    if (shown.length === 0) {
      const message = `No example shows "${subject}" with an input and the expected output; write one.`;
      return [halfShown(working, subject) ?? { code: "entry-point", subject, message }];
    }
    if (shown.some((example) => example.prose.length > 0)) return [];
    const message = `No example of "${subject}" says in a sentence what it demonstrates.`;
    return [{ code: "prose", subject, message }];
  });
}

function errorSurfaceGaps(examples: readonly Example[], surfaces: readonly string[]): ExamplesGap[] {
  return surfaces
    .filter((surface) => !examples.some((example) => isComplete(example) && mentions(example.names, surface)))
    .map((subject): ExamplesGap => {
      const message = `No example shows an input that leads to "${subject}" and the error it gives; write one.`;
      return halfShown(examples, subject) ?? { code: "error-surface", subject, message };
    });
}

/** One example in context is enough for all declared effects. */
function effectGaps(examples: readonly Example[], contract: Promised): ExamplesGap[] {
  const effects = effectsOf(contract);
  if (effects.length === 0) return [];
  const showsEffect = ({ text }: Example) => effects.some((effect) => mentions(text, effect.target));
  if (examples.some((example) => isComplete(example) && showsEffect(example))) return [];
  const subject = effects.map(effectName).join(", ");
  return [{ code: "effect", subject, message: `No example shows an effect (${subject}) before and after; write one.` }];
}

/** The example that names the subject but shows only half of it: a better hint than "write one". */
function halfShown(examples: readonly Example[], subject: string): ExamplesGap | undefined {
  const half = examples.find((example) => !isComplete(example) && mentions(example.names, subject));
  if (half === undefined) return undefined;
  const message = `${placeOf(half)} shows "${subject}" in one fenced block; show the input and the expected output, each in its own.`;
  return { code: "input-or-output", subject, message };
}

function placeOf({ title, line }: Example): string {
  return title === "" ? `The example at line ${line}` : `Example "${title}" (line ${line})`;
}

/** As a whole word: `parseAll` does not mention `parse`. */
function mentions(text: string, name: string): boolean {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\p{ID_Continue}$])${escaped}(?![\\p{ID_Continue}$])`, "u").test(text);
}
