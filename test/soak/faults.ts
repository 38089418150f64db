import { isDeepStrictEqual } from "node:util";
import { differences } from "../../src/replay/differences.js";
import { buildApp } from "../support/app-process.js";
import { troubleOf } from "../support/random-trouble.js";
import { tellInTrouble } from "../support/troubled-telling.js";
import { deadlineOf, type Soak } from "./soak-part.js";

/** One telling after the other, each with the next seed's trouble, compared with the calm one. */
export const soak: Soak = async ({ minutes, seed, print }) => {
  const app = await buildApp();
  try {
    const calm = await tellInTrouble(app);
    const deadline = deadlineOf(minutes);
    let told = 0;
    for (let next = seed; Date.now() < deadline; next += 1) {
      const { left, broken, commits, struck, deaths } = await tellInTrouble(app, troubleOf(next));
      const differing = differences(calm.left, left);
      if (broken.length > 0 || !isDeepStrictEqual(left, calm.left)) {
        const found = [...broken, ...differing.map((path) => `another end than without trouble: ${path}`)];
        throw new Error(
          `seed ${next}: ${found.join("\n")}\nAgain: FAULT_SEEDS=${next} npx vitest run test/e2e/faults.test.ts`,
        );
      }
      told += 1;
      print(`seed ${next}: the same end after ${struck.length} faults and ${deaths} deaths, ${commits} sound commits`);
    }
    print(`${told} tellings, all to the same end`);
  } finally {
    app.remove();
  }
};
