import { expect, it } from "vitest";
import type { JobResult } from "../../../src/engine/ports.js";
import type { Services } from "../../../src/server/coordination/coordination.js";
import { inOneProcess } from "../../../src/server/coordination/in-one-process.js";
import { NOW } from "../../support/loop.js";
import { held, repository } from "../../support/replica.js";
import { until } from "../../support/until.js";

const PRESSED = { repository: repository(1), by: { login: "ada", type: "User" }, check: 5, head: "a".repeat(40) };
const REFUSED: JobResult = { events: [{ kind: "said", at: NOW, key: "x" }], files: [] };

function openWork(services: Pick<Services, "hear">) {
  const given: JobResult[] = [];
  const errors: string[] = [];
  const work = inOneProcess({
    reconcile: async (_, __, results) => {
      given.push(...results);
      return { kind: "settled" };
    },
    runJob: async () => ({ events: [], files: [] }),
    unheard: () => REFUSED,
    installed: async function* () {},
    sweepMinutes: 10,
    swept: () => {},
    saySetAside: async () => {},
    log: { info: () => {}, warn: () => {}, error: (_, message) => void errors.push(message) },
    ...services,
  });
  return { work, given, errors };
}

it("a button whose person could not be looked up is refused with an answer", async () => {
  const { work, given, errors } = openWork({ hear: () => Promise.reject(new Error("502 from afar")) });
  const { press, idle, stop } = await work;
  try {
    await press({ ...PRESSED, button: "retry" });
    await until("the refusal", () => given.length > 0);
    await idle();
    expect({ given, errors }).toEqual({ given: [REFUSED], errors: ["a button could not be heard"] });
  } finally {
    await stop();
  }
});

it("the buttons of a repository reach the loop in the order of pressing", async () => {
  const as = (key: string): JobResult => ({ events: [{ kind: "said", at: NOW, key }], files: [] });
  const slow = held();
  const { work, given } = openWork({
    hear: async ({ button }) => {
      if (button === "pause") await slow.hold();
      return as(button);
    },
  });
  const { press, idle, stop } = await work;
  try {
    await press({ ...PRESSED, button: "pause" });
    await press({ ...PRESSED, button: "continue" });
    await until("the first", () => slow.count() === 1);
    slow.endHold();
    await until("both", () => given.length === 2);
    await idle();
    expect(given).toEqual([as("pause"), as("continue")]);
  } finally {
    await stop();
  }
});
