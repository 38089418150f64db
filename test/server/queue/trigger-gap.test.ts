import { describe, expect, it } from "vitest";
import type { RepositoryRef } from "../../../src/engine/ports.js";
import { createTriggerGap } from "../../../src/server/queue/trigger-gap.js";

const repository = (id: number): RepositoryRef => ({ id, installation: 1, owner: "acme", name: `r${id}` });

function gap() {
  const clock = { now: 0 };
  const alarms: { at: number; ring: () => void }[] = [];
  const passed: number[] = [];
  const triggers = createTriggerGap({
    gapMs: 1_000,
    now: () => clock.now,
    alarm: {
      set(milliseconds, ring) {
        const alarm = { at: clock.now + milliseconds, ring };
        alarms.push(alarm);
        return { cancel: () => void alarms.splice(alarms.indexOf(alarm), 1) };
      },
    },
    pass: async ({ id }) => void passed.push(id),
  });
  const pass = (milliseconds: number) => {
    clock.now += milliseconds;
    for (const due of alarms.filter(({ at }) => at <= clock.now)) {
      alarms.splice(alarms.indexOf(due), 1);
      due.ring();
    }
  };
  return { triggers, passed, pass };
}

describe("the gap between observations of one repository", () => {
  it("makes a thousand deliveries one observation at once and one at its end", async () => {
    const { triggers, passed, pass } = gap();
    for (let times = 0; times < 1_000; times += 1) await triggers.trigger([repository(1)]);
    expect([passed, triggers.held()]).toEqual([[1], 1]);
    pass(1_000);
    expect([passed, triggers.held()]).toEqual([[1, 1], 0]);
    await triggers.idle();
  });

  it("holds no other repository back, and nothing that comes later than it", async () => {
    const { triggers, passed, pass } = gap();
    await triggers.trigger([repository(1), repository(2)]);
    pass(1_000);
    await triggers.trigger([repository(1)]);
    expect(passed).toEqual([1, 2, 1]);
  });

  it("lets go of everything when it is stopped", async () => {
    const { triggers, passed, pass } = gap();
    await triggers.trigger([repository(1)]);
    await triggers.trigger([repository(1)]);
    const idle = triggers.idle();
    triggers.stop();
    await idle;
    pass(1_000);
    expect(passed).toEqual([1]);
  });
});
