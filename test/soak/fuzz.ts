import { mutate } from "../fuzz/mutate.js";
import { PARSERS } from "../fuzz/parsers.js";
import { startTrial } from "../fuzz/trial.js";
import { deadlineOf, type Soak } from "./soak-part.js";

/** What a process compiles and remembers grows with what it has seen: after so many texts for each parser another one begins. */
const AT_ONE_PROCESS = 2_000;

/** Every parser in turn, text after text; a finding is printed whole, to be kept in `fixtures/fuzz`. */
export const soak: Soak = async ({ minutes, seed, print }) => {
  const deadline = deadlineOf(minutes);
  let texts = 0;
  let number = seed * 1_000_000;
  // However short the time: a part that tried nothing has not held.
  const isTime = () => texts === 0 || Date.now() < deadline;
  while (isTime()) {
    const trial = await startTrial(new URL("../fuzz/parsers.ts", import.meta.url));
    try {
      for (let round = 0; round < AT_ONE_PROCESS && isTime(); round += 1, number += 1) {
        for (const parser of PARSERS) {
          const origin = parser.corpus[number % parser.corpus.length] ?? "";
          const finding = await trial.tryInput(parser.name, mutate(origin, parser.corpus, number));
          texts += 1;
          if (finding !== null)
            throw new Error(`${finding.parser}, number ${number}: ${finding.why}\n${JSON.stringify(finding.text)}`);
        }
        if (number % 1_000 === 999) print(`${texts} texts, nothing found`);
      }
    } finally {
      await trial.stop();
    }
  }
  print(`${texts} texts for ${PARSERS.length} parsers, nothing found`);
};
