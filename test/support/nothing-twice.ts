import { expect } from "vitest";
import type { outcomeOf } from "./product-story.js";

/** What holds for every run of the story: nothing was done twice. */
export function expectNothingTwice({ pulls, comments, branches }: Awaited<ReturnType<typeof outcomeOf>>): void {
  expect(new Set(pulls.map(({ branch }) => branch)).size).toBe(pulls.length);
  const own = comments.filter((line) => line.includes("[bot]"));
  expect(own.filter((line) => !line.includes("answer:"))).toEqual([
    ...new Set(own.filter((line) => !line.includes("answer:"))),
  ]);
  expect(branches).toEqual([
    "factory/T-pillar-1-epic-1-story-1-001",
    "factory/setup",
    "factory/spec-2",
    "factory/state",
    "main",
  ]);
}
