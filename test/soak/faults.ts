import { isDeepStrictEqual } from "node:util";
import { messageOf } from "../../src/domain/errors.js";
import { differences } from "../../src/replay/differences.js";
import { buildApp } from "../support/app-process.js";
import { troubleOf } from "../support/random-trouble.js";
import { runInTrouble } from "../support/troubled-story.js";
import { deadlineOf, type Soak } from "./soak-part.js";

/** One telling after the other, each with the next seed's trouble, compared with the calm one. */
export const soak: Soak = async ({ minutes, seed, print }) => {
  const app = await buildApp();
  try {
    const calm = await runInTrouble(app);
    const deadline = deadlineOf(minutes);
    let tellings = 0;
    for (let next = seed; Date.now() < deadline; next += 1) {
      const again = `Again: FAULT_SEEDS=${next} npx vitest run test/e2e/faults.e2e.test.ts`;
      const told = await runInTrouble(app, troubleOf(next)).catch((error: unknown) => {
        throw new Error(`seed ${next}: ${messageOf(error)}\n${again}`, { cause: error });
      });
      const { left, broken, commits, struck, deaths } = told;
      const differing = differences(calm.left, left);
      if (broken.length > 0 || !isDeepStrictEqual(left, calm.left)) {
        const found = [...broken, ...differing.map((path) => `another end than without trouble: ${path}`)];
        throw new Error(`seed ${next}: ${found.join("\n")}\n${again}`);
      }
      tellings += 1;
      print(`seed ${next}: the same end after ${struck.length} faults and ${deaths} deaths, ${commits} sound commits`);
    }
    print(`${tellings} tellings, all to the same end`);
  } finally {
    app.remove();
  }
};
