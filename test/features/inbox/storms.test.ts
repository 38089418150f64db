import { describe, expect, it } from "vitest";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import type { ObservedComment } from "../../../src/engine/observation.js";
import { aConfig } from "../../support/config.js";
import { haltOf, pullsWith, sayHere } from "../../support/halted.js";
import { decideOn, FIRST_TASK, planning, REQUEST, stateOf } from "../../support/loop.js";
import { comment, person } from "../../support/observed.js";

const config = aConfig({ budgets: { ...aConfig().budgets, max_commands_per_user_per_hour: 2 } });
const at = (minute: number, hour = 14) => `2026-03-01T${hour}:${String(minute).padStart(2, "0")}:00Z`;
const status = (id: number, createdAt: string, login = "ada") =>
  sayHere("/factory status", { id, issue: REQUEST, createdAt, author: person(login) });

/** Hears them one after the other, and tells what was answered. */
function hear(...comments: ReturnType<typeof status>[]): (boolean | null)[] {
  let state: FactoryState = planning;
  return comments.map((comment) => {
    state = stateOf(decideOn(state, { comments: [comment] }, { config }));
    return state.inbox.pending.find(({ key }) => key === `answer:${comment.id}`)?.answers?.accepted ?? null;
  });
}

describe("a storm of commands", () => {
  it("is answered up to the limit, once more about the limit, and then read without an answer", () => {
    expect(hear(status(61, at(1)), status(62, at(2)), status(63, at(3)), status(64, at(4)))).toEqual([
      true,
      true,
      false,
      null,
    ]);
  });

  it("is limited per person: another is still answered", () => {
    expect(hear(status(61, at(1)), status(62, at(2)), status(63, at(3), "bob"))).toEqual([true, true, true]);
  });

  it("is over after an hour", () => {
    expect(hear(status(61, at(1)), status(62, at(2)), status(63, at(1, 15)))).toEqual([true, true, true]);
    expect(hear(status(61, at(1)), status(62, at(2)), status(63, at(0, 15)))).toEqual([true, true, false]);
  });
});

describe("a bot that answers everything the loop says with commands", () => {
  const halted = haltOf();
  const pulls = pullsWith({});
  const COMMANDS = [
    "/factory retry",
    "/factory status",
    "/factory abandon It is mine.",
    "/factory pause",
    "/factory help",
  ];
  const bot = { login: "helper[bot]", type: "Bot", role: "admin" } as const;

  /** So many rounds of deciding, saying what is owed, and the bot's reply to every word that was new. */
  function play(rounds: number) {
    const spoken: ObservedComment[] = [];
    const sizes: number[] = [];
    let state: FactoryState = { ...halted.state, noted: [] };
    for (let round = 0; round < rounds; round += 1) {
      const createdAt = at(round);
      const decision = decideOn(state, { pulls, comments: spoken }, { files: halted.files });
      state = stateOf(decision);
      const said = decision.pending.flatMap((effect) => (effect.kind === "say" ? [effect] : []));
      for (const { issue, body } of said) {
        const id = 1_000 + spoken.length;
        spoken.push(comment({ id, issue, body, own: true, createdAt, author: { ...bot, login: "factory[bot]" } }));
        const reply = `${body}\n\n${COMMANDS.join("\n\n")}`;
        spoken.push(comment({ id: id + 1, issue, body: COMMANDS.join("\n"), createdAt, author: bot }));
        spoken.push(comment({ id: id + 2, issue, body: reply, createdAt, author: bot }));
      }
      sizes.push(JSON.stringify(state).length);
    }
    return { state, sizes, own: spoken.filter(({ own }) => own).length };
  }

  it("gets no answer, no effect and no entry in the state", () => {
    const { state, sizes, own } = play(12);
    expect(own).toBe(play(2).own);
    expect(own).toBeGreaterThan(0);
    expect(state.project?.tasks[FIRST_TASK]?.status).toBe("HALTED");
    expect(state.project?.status).toBe("ACTIVE");
    expect(state.heard).toEqual(halted.state.heard);
    expect(new Set(sizes.slice(2)).size).toBe(1);
  });
});
