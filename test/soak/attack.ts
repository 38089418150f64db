import { isDeepStrictEqual } from "node:util";
import { playWave, WAVES } from "../support/attack/waves.js";
import { deadlineOf, type Soak } from "./soak-part.js";

/** Fewer payloads than this are a sample, however short the time is. */
const AT_LEAST = 500;

/** Every wave with one seed after the other; stops at the first breach and says how to see it again. */
export const soak: Soak = async ({ minutes, seed, print }) => {
  const deadline = deadlineOf(minutes);
  const total = { payloads: 0, reached: 0, obeyed: 0, products: 0 };
  for (let next = seed; Date.now() < deadline || total.payloads < AT_LEAST; next += 1) {
    for (const wave of WAVES) {
      const { breaches, ended, why, overheard, heard, ...counts } = await playWave(wave, next);
      const wrong = [
        ...breaches,
        ...overheard.map((channel) => `a role was shown a ${channel}`),
        ...(isDeepStrictEqual(heard, wave.heard) ? [] : [`the roles were shown ${JSON.stringify(heard)}`]),
        ...(ended === wave.ends ? [] : [`the product ended as ${ended}, not as ${wave.ends} ${why}`]),
      ];
      if (wrong.length > 0) {
        const again = `ATTACK_SEED=${next} npx vitest run test/e2e/attack/obedient-model.e2e.test.ts`;
        throw new Error(`seed ${next}, ${wave.name}:\n${wrong.join("\n")}\nAgain: ${again}`);
      }
      total.products += 1;
      for (const name of ["payloads", "reached", "obeyed"] as const) total[name] += counts[name];
    }
    print(`seed ${next}: ${told(total)}`);
  }
  print(`no breach: ${told(total)}`);
};

function told({ products, payloads, reached, obeyed }: Record<"products" | "payloads" | "reached" | "obeyed", number>) {
  return `${products} products, ${payloads} payloads, of which ${reached} were shown to a role and ${obeyed} were obeyed`;
}
