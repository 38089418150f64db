import { expect, it } from "vitest";
import { openOtherQuestions, otherQuestions } from "../../../src/cli/demo/other-questions.js";

const line = (question: string) =>
  JSON.stringify({ level: 40, msg: "the question differs from the recorded one", question, differences: ["why", "b"] });

it("the comparison of a log counts each question of the log once, and leaves other lines to others", () => {
  const others = openOtherQuestions();
  expect([line("planner/T-1/plan.1"), line("planner/T-1/plan.1")].map(others.read)).toEqual([true, true]);
  expect(["no JSON", JSON.stringify({ level: 50, msg: "boom" })].map(others.read)).toEqual([false, false]);
  expect(otherQuestions(others.differing)).toBe(
    "1 question differs today from what the model was asked then; its recorded answers were used all the same:\n  planner/T-1/plan.1: why\n",
  );
});

it("the comparison of a log says that nothing differs, and names ten of many", () => {
  expect(otherQuestions(new Map())).toBe("Every question was word for word the recorded one.\n");
  const many = new Map(Array.from({ length: 12 }, (_, index) => [`q${index}`, ["why"]] as const));
  const words = otherQuestions(many);
  expect(words).toContain("12 questions differ");
  expect(words).toContain("  and 2 more\n");
});
