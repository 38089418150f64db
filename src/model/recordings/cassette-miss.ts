import { ModelUnavailable } from "../../domain/errors.js";
import { questionPath } from "../question-path.js";
import type { CassetteKey, Matters } from "./cassette.js";

/** A question without a recording, or with a recording of a different question. */
export class CassetteMiss extends ModelUnavailable {
  readonly key: CassetteKey;
  readonly differences: readonly string[];

  constructor(key: CassetteKey, differences: readonly string[]) {
    const listed = differences.map((difference) => `- ${difference}`).join("\n");
    super(`No recorded answer fits ${questionPath({ role: key.role, subject: key })}:\n${listed}\nRecord it again.`);
    this.key = key;
    this.differences = differences;
  }
}

/** The differences between the recorded question and the present one, in words. */
export function differencesBetween(recorded: Matters, asked: Matters): string[] {
  return [
    ...promptDifferences(recorded, asked),
    ...givenDifferences(recorded, asked),
    ...(recorded.tools.join() === asked.tools.join()
      ? []
      : [`the tools are ${asked.tools.join(", ")}; recorded were ${recorded.tools.join(", ")}`]),
    ...Object.keys(asked.tool_schemas)
      .filter((name) => (recorded.tool_schemas[name] ?? asked.tool_schemas[name]) !== asked.tool_schemas[name])
      .map((name) => `the tool ${name} has changed`),
    ...(recorded.answer_schema === asked.answer_schema ? [] : ["the answer's schema has changed"]),
  ];
}

/** Another version is a sufficient reason. With the same version, the differing settings are named. */
function promptDifferences(recorded: Matters, asked: Matters): string[] {
  if (recorded.prompt !== asked.prompt)
    return [`the prompt is version ${asked.prompt}; version ${recorded.prompt} was recorded`];
  if (recorded.prompt_text === asked.prompt_text) return [];
  return ["a setting that the prompt names has changed"];
}

function givenDifferences(recorded: Matters, asked: Matters): string[] {
  const nameOf = ({ input, title }: Matters["given"][number]) => `${input} "${title}"`;
  const before = new Map(recorded.given.map((given) => [nameOf(given), given.digest]));
  const now = new Map(asked.given.map((given) => [nameOf(given), given.digest]));
  const contents = [
    ...[...now.keys()].filter((name) => !before.has(name)).map((name) => `${name} is given; it was not recorded`),
    ...[...before.keys()].filter((name) => !now.has(name)).map((name) => `${name} is not given; it was recorded`),
    ...[...now]
      .filter(([name, digest]) => before.has(name) && before.get(name) !== digest)
      .map(([name]) => `the text of ${name} differs`),
  ];
  const sameOrder = [...before.keys()].join() === [...now.keys()].join();
  return contents.length > 0 || sameOrder ? contents : ["the same things are given in another order"];
}
