import type { FactoryState } from "../../engine/factory-state.js";
import type { BuiltProduct } from "../../sandbox/demo/built-product.js";
import { dollars } from "../../sandbox/demo/progress.js";
import type { Ending } from "../../sandbox/demo/story.js";
import type { Paint } from "../paint.js";

export type Summary = {
  readonly ending: Pick<Ending, "tag" | "decisions">;
  readonly product: BuiltProduct;
  readonly spent: FactoryState["spent"];
  readonly pulls: number;
  readonly elapsed: string;
  /** The name of the model that answered. */
  readonly model: string;
};

const isRecord = (path: string) => path.startsWith(".factory/");

/** What the demo produced, and what it used. */
export function demoSummary({ ending, product, spent, pulls, elapsed, model }: Summary, paint: Paint): string {
  const { files, log, tests } = product;
  const { calls, input_tokens, output_tokens } = spent.project;
  const count = (number: number) => number.toLocaleString("en-US");
  return [
    "",
    `The product, cloned afresh at ${ending.tag}:`,
    ...files.filter((path) => !isRecord(path)).map((path) => `  ${path}`),
    `  .factory/  ${files.filter(isRecord).length} files: the spec, contracts, evidence, the index of modules, the release`,
    "",
    "Its history:",
    ...log.map((line) => `  ${line}`),
    "",
    ...ownTests(tests),
    "",
    paint.good(
      `Released ${ending.tag} in ${elapsed}: ${pulls} pull requests, ${ending.decisions} decisions of a person.`,
    ),
    `${calls} calls of ${model}: ${count(input_tokens)} tokens in, ${count(output_tokens)} out, ${dollars({ spent })} at list price.`,
    "",
  ].join("\n");
}

function ownTests(tests: BuiltProduct["tests"]): string[] {
  if (tests === null)
    return ["Its own tests ran in the release's gates. They need packages, so they are not run here."];
  const shown = tests
    .trimEnd()
    .split("\n")
    .filter((line) => !/^ℹ (?:suites|cancelled|skipped|todo|duration_ms)/.test(line));
  return ["Its own tests, run in that clone:", ...shown.map((line) => `  ${line}`)];
}
