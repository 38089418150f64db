import { describe, expect, it } from "vitest";
import type { RepositoryRef } from "../../../src/engine/ports.js";
import { createHintGap } from "../../../src/server/queue/hint-gap.js";

const repository = (id: number): RepositoryRef => ({ id, installation: 1, owner: "acme", name: `r${id}` });

function gap() {
  const clock = { now: 0 };
  const alarms: { at: number; ring: () => void }[] = [];
  const passed: number[] = [];
  const hints = createHintGap({
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
  return { hints, passed, pass };
}

describe("the gap between observations of one repository", () => {
  it("makes a thousand deliveries one observation at once and one at its end", async () => {
    const { hints, passed, pass } = gap();
    for (let times = 0; times < 1_000; times += 1) await hints.hint([repository(1)]);
    expect([passed, hints.held()]).toEqual([[1], 1]);
    pass(1_000);
    expect([passed, hints.held()]).toEqual([[1, 1], 0]);
    await hints.idle();
  });

  it("holds no other repository back, and nothing that comes later than it", async () => {
    const { hints, passed, pass } = gap();
    await hints.hint([repository(1), repository(2)]);
    pass(1_000);
    await hints.hint([repository(1)]);
    expect(passed).toEqual([1, 2, 1]);
  });

  it("lets go of everything when it is stopped", async () => {
    const { hints, passed, pass } = gap();
    await hints.hint([repository(1)]);
    await hints.hint([repository(1)]);
    const idle = hints.idle();
    hints.stop();
    await idle;
    pass(1_000);
    expect(passed).toEqual([1]);
  });
});
