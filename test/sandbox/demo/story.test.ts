import { expect, it } from "vitest";
import type { Asked } from "../../../src/sandbox/demo/asked.js";
import type { Person } from "../../../src/sandbox/demo/person.js";
import { playStory } from "../../../src/sandbox/demo/story.js";

const HALT: Asked = { key: "1", about: "halt", words: "your decision about #6", place: 6 };

it("leaves nobody at the keyboard when GitHub goes away in the middle of a decision", async () => {
  const told: string[] = [];
  const looks = [[HALT], new Error("connection refused")];
  const person = {
    login: "admin",
    pullOf: async () => ({ number: 1 }),
    merge: async () => undefined,
    ask: async () => 2,
    pageOf: (issue: number) => `http://127.0.0.1/issues/${issue}`,
    pullPage: (pull: number) => `http://127.0.0.1/pull/${pull}`,
    comments: async () => [],
    releases: async () => [],
    state: async () => undefined,
    asked: async () => {
      const seen = looks.shift();
      if (seen instanceof Error) throw seen;
      return seen ?? [];
    },
  } as unknown as Person;
  const story = playStory({
    person,
    tell: () => undefined,
    script: { spec: [], halt: "/factory abandon" },
    leaveHalts: true,
    attend: (asked) => {
      told.push(`asked in #${asked.place}`);
      return () => void told.push("left");
    },
  });
  await expect(story).rejects.toThrow("connection refused");
  expect(told).toEqual(["asked in #6", "left"]);
});
