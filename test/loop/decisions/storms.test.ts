import { describe, expect, it } from "vitest";
import type { FactoryState } from "../../../src/domain/factory/factory-state.js";
import { aConfig } from "../../support/config.js";
import { sayHere } from "../../support/halted.js";
import { decideOn, planning, REQUEST, stateOf } from "../../support/loop.js";
import { person } from "../../support/observed.js";

const config = aConfig({ budgets: { ...aConfig().budgets, max_commands_per_user_per_hour: 2 } });
const at = (minute: number, hour = 14) => `2026-03-01T${hour}:${String(minute).padStart(2, "0")}:00Z`;
const status = (id: number, createdAt: string, login = "ada") =>
  sayHere("/factory status", { id, issue: REQUEST, createdAt, author: person(login) });

/** Hears them one after the other, and tells what was answered. */
function hear(...comments: ReturnType<typeof status>[]): (boolean | null)[] {
  let state: FactoryState = planning;
  return comments.map((comment) => {
    state = stateOf(decideOn(state, { comments: [comment] }, { config }));
    return state.inbox.owed.find(({ key }) => key === `answer:${comment.id}`)?.answers?.accepted ?? null;
  });
}

describe("a storm of commands", () => {
  it("is answered up to the limit, once more to say so, and then read in silence", () => {
    expect(hear(status(61, at(1)), status(62, at(2)), status(63, at(3)), status(64, at(4)))).toEqual([
      true,
      true,
      false,
      null,
    ]);
  });

  it("is one person's: another is still heard", () => {
    expect(hear(status(61, at(1)), status(62, at(2)), status(63, at(3), "bob"))).toEqual([true, true, true]);
  });

  it("is over after an hour", () => {
    expect(hear(status(61, at(1)), status(62, at(2)), status(63, at(1, 15)))).toEqual([true, true, true]);
    expect(hear(status(61, at(1)), status(62, at(2)), status(63, at(0, 15)))).toEqual([true, true, false]);
  });
});
