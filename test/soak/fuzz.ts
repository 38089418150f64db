import { mutate } from "../fuzz/mutate.js";
import { PARSERS, type Parser } from "../fuzz/parsers.js";
import { SOURCE_ALLOWED, PARSERS as SOURCES } from "../fuzz/source-texts.js";
import { ALLOWED, startTrial, type Trial } from "../fuzz/trial.js";
import { deadlineOf, type Soak } from "./soak-part.js";

/** What a process compiles and remembers grows with what it has seen: after so many texts for each parser another one begins. */
const AT_ONE_PROCESS = 2_000;

const GROUPS = [
  { module: "parsers.ts", parsers: PARSERS, allowed: ALLOWED },
  { module: "source-texts.ts", parsers: SOURCES, allowed: SOURCE_ALLOWED },
] as const;

/** Every parser in turn, text after text; a finding is printed whole, to be kept in `fixtures/fuzz`. */
export const soak: Soak = async ({ minutes, seed, print }) => {
  const deadline = deadlineOf(minutes);
  let texts = 0;
  let number = seed * 1_000_000;
  // However short the time: a part that tried nothing has not held.
  const isTime = () => texts === 0 || Date.now() < deadline;
  while (isTime()) {
    const trials = await Promise.all(
      GROUPS.map(async ({ module, parsers, allowed }) => ({
        parsers,
        trial: await startTrial(new URL(`../fuzz/${module}`, import.meta.url), allowed),
      })),
    );
    try {
      for (let round = 0; round < AT_ONE_PROCESS && isTime(); round += 1, number += 1) {
        for (const { parsers, trial } of trials) texts += await tryEach(parsers, trial, number);
        if (number % 1_000 === 999) print(`${texts} texts, nothing found`);
      }
    } finally {
      await Promise.all(trials.map(({ trial }) => trial.stop()));
    }
  }
  print(`${texts} texts for ${GROUPS.flatMap(({ parsers }) => parsers).length} parsers, nothing found`);
};

async function tryEach(parsers: readonly Parser[], trial: Trial, number: number): Promise<number> {
  for (const parser of parsers) {
    const origin = parser.corpus[number % parser.corpus.length] ?? "";
    const finding = await trial.tryInput(parser.name, mutate(origin, parser.corpus, number));
    if (finding !== null)
      throw new Error(`${finding.parser}, number ${number}: ${finding.why}\n${JSON.stringify(finding.text)}`);
  }
  return parsers.length;
}
