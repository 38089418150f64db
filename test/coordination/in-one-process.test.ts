import { expect, it } from "vitest";
import { inOneProcess } from "../../src/coordination/in-one-process.js";
import type { JobResult } from "../../src/ports.js";
import { NOW } from "../support/loop.js";
import { eventually, repository } from "../support/replica.js";

const REFUSED: JobResult = { intents: [{ kind: "said", at: NOW, key: "x" }], files: [] };

it("refuses a button whose presser could not be looked up, so that it is answered", async () => {
  const given: JobResult[] = [];
  const errors: string[] = [];
  const work = await inOneProcess({
    reconcile: async (_, __, results) => {
      given.push(...results);
      return { kind: "settled" };
    },
    runJob: async () => ({ intents: [], files: [] }),
    hear: () => Promise.reject(new Error("502 from afar")),
    unheard: () => REFUSED,
    installed: async function* () {},
    sweepMinutes: 10,
    swept: () => {},
    saySetAside: async () => {},
    log: { info: () => {}, warn: () => {}, error: (_, message) => void errors.push(message) },
  });
  try {
    const by = { login: "ada", type: "User" };
    await work.press({ repository: repository(1), button: "retry", by, check: 5, head: "a".repeat(40) });
    await eventually("the refusal", () => given.length > 0);
    await work.idle();
    expect({ given, errors }).toEqual({ given: [REFUSED], errors: ["a button could not be heard"] });
  } finally {
    await work.stop();
  }
});
