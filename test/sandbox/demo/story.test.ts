import { expect, it } from "vitest";
import type { Asked } from "../../../src/sandbox/demo/asked.js";
import type { Person } from "../../../src/sandbox/demo/person.js";
import { type FactoryAnswer, playStory } from "../../../src/sandbox/demo/story.js";

const HALT: Asked = { key: "1", decision: "halt", words: "your decision about #6", place: 6 };

/** Somebody who sees this, look by look, and then loses GitHub. */
function watching(looks: readonly { readonly asked: readonly Asked[]; readonly comments?: readonly string[] }[]) {
  const left = [...looks];
  let comments: readonly string[] = [];
  return {
    login: "admin",
    pullOf: async () => ({ number: 1 }),
    merge: async () => undefined,
    ask: async () => 2,
    pageOf: (issue: number) => `http://127.0.0.1/issues/${issue}`,
    pullPage: (pull: number) => `http://127.0.0.1/pull/${pull}`,
    comments: async () => comments,
    releases: async () => [],
    state: async () => undefined,
    asked: async () => {
      const next = left.shift();
      if (next === undefined) throw new Error("connection refused");
      comments = next.comments ?? [];
      return next.asked;
    },
  } as unknown as Person;
}

it("the story reports the App's answers, also after the question is gone", async () => {
  const answer = "<!-- factory:answer:9 -->\nThe task is tried again.";
  const heard: FactoryAnswer[] = [];
  const story = playStory({
    person: watching([{ asked: [HALT] }, { asked: [] }, { asked: [], comments: ["/factory retry", answer] }]),
    print: () => undefined,
    onAnswer: (one) => heard.push(one),
    script: { spec: [], halt: undefined },
    showQuestion: () => () => undefined,
  });
  await expect(story).rejects.toThrow("connection refused");
  expect(heard).toEqual([{ key: "answer:9", place: 6, words: "The task is tried again." }]);
});

it("the story releases the keyboard when GitHub stops in the middle of a decision", async () => {
  const told: string[] = [];
  const story = playStory({
    person: watching([{ asked: [HALT] }]),
    print: () => undefined,
    script: { spec: [], halt: "/factory abandon" },
    leaveHalts: true,
    showQuestion: (asked) => {
      told.push(`asked in #${asked.place}`);
      return () => void told.push("left");
    },
  });
  await expect(story).rejects.toThrow("connection refused");
  expect(told).toEqual(["asked in #6", "left"]);
});
