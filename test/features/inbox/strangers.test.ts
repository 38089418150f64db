import { expect, it } from "vitest";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import type { ObservedComment } from "../../../src/engine/observation.js";
import { decideOn, FIRST_TASK, planning, REQUEST, stateOf, TASK_PULL, taskPull } from "../../support/loop.js";
import { comment } from "../../support/observed.js";

const said = (id: number, body: string, how: Partial<ObservedComment> = {}) =>
  comment({
    id,
    issue: TASK_PULL,
    body,
    createdAt: `2026-03-01T14:${String(id % 60).padStart(2, "0")}:00Z`,
    author: { login: `stranger-${id % 7}`, type: "User", role: "read" },
    ...how,
  });
const LONG = `/factory retry ${"x".repeat(70_000)}`;

/** Hears them one after the other, and tells the state and how many answers there were. */
function hear(comments: readonly ObservedComment[]): { state: FactoryState; answers: number } {
  let state = planning;
  let answers = 0;
  for (const one of comments) {
    state = stateOf(decideOn(state, { pulls: [taskPull], comments: [one] }));
    answers += state.inbox.pending.filter(
      ({ key }) =>
        key.startsWith("stranger:") ||
        (/^answer:(?:[1-9]|\d{2,})$/.test(key) && !planning.inbox.pending.some((old) => old.key === key)),
    ).length;
    state = { ...state, inbox: { ...state.inbox, pending: [] } };
  }
  return { state, answers };
}

it.each([
  ["commands", "/factory retry"],
  ["very long lines", LONG],
])("strangers with %s get one answer per place and day, and no task pays for it", (_, body) => {
  const before = planning.written;
  const { state, answers } = hear(Array.from({ length: 62 }, (_, index) => said(100 + index, body)).slice(0, 20));
  expect(answers).toBe(1);
  expect(state.written).toEqual(before);
  expect(state.project?.tasks[FIRST_TASK]?.status).toBe("IN_PROGRESS");
  expect(state.heard.filter(({ by }) => by.startsWith("stranger"))).toEqual([]);
});

it("strangers make the state no larger day after day, and are answered in another place", () => {
  const day = (number: number) => `2026-03-${String(number).padStart(2, "0")}T14:00:00Z`;
  const { state, answers } = hear(
    [2, 3, 4, 5].flatMap((number) => [
      said(number * 10, LONG, { createdAt: day(number), updatedAt: day(number) }),
      said(number * 10 + 1, LONG, { issue: REQUEST, createdAt: day(number), updatedAt: day(number) }),
    ]),
  );
  expect(answers).toBe(8);
  expect(state.noted).toHaveLength(planning.noted.length + 2);
});

it("very long lines of a person who may command count towards the hourly limit", () => {
  const author = { login: "ada", type: "User", role: "write" } as const;
  const { answers } = hear(Array.from({ length: 59 }, (_, index) => said(1 + index, LONG, { author })));
  expect(answers).toBeLessThan(59);
});
