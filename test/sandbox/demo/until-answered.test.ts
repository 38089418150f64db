import { expect, it } from "vitest";
import { awaitedAnswer, untilAnswered } from "../../../src/sandbox/demo/until-answered.js";

const CARD = { id: 1, body: "<!-- factory:card:1 -->\nSay `/factory retry`.\n\n/factory retry" };
const ANSWER = { id: 4, body: "<!-- factory:answer:2 -->\nIt is tried again." };
const says = (id: number, body: string) => ({ id, body });

it.each([
  ["the newest command", [CARD, says(2, "/factory aprove"), ANSWER, says(5, "/factory retry")], "answer:5"],
  ["not what is no command", [CARD, says(2, "/factory retry"), ANSWER, says(5, "Let us see.")], "answer:2"],
  ["nothing, where only the App spoke", [CARD], undefined],
])("what is waited for is the answer to %s", (_what, comments, key) => {
  expect(awaitedAnswer(comments)).toBe(key);
});

it("the wait ends when that answer was posted, and at once without a command", async () => {
  const heard = new Set<string>();
  const waiting = untilAnswered({ said: async () => [CARD, says(2, "/factory retry")] }, 6, heard);
  const first = await Promise.race([waiting.then(() => "over"), Promise.resolve("waiting")]);
  expect(first).toBe("waiting");
  heard.add("answer:2");
  await waiting;
  await untilAnswered({ said: async () => [CARD] }, 6, new Set());
});
