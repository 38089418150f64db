import { describe, expect, it } from "vitest";
import {
  contextForAdjudicate,
  contextForChallenge,
  contextForImplement,
} from "../../../src/context/sections/context-for.js";
import type { RoleContext } from "../../../src/context/sections/give-role.js";
import { Config } from "../../../src/domain/config/config.js";
import { aCall, allFacts } from "../../support/role-facts.js";
import { aSop } from "../../support/sop.js";

const tokens = (count: number, letter: string) => letter.repeat(count * 4);
const sizing = Config.parse({ sizing: { sop_context_reserve: 100 } }).sizing;
const call = aCall("T-core-tags-normalise-001", { sizing });
const facts = {
  ...allFacts(),
  sops: [aSop({ name: "a.md", body: tokens(40, "s") })],
  decisions: [
    { name: "first", text: tokens(40, "d") },
    { name: "second", text: tokens(21, "e") },
  ],
  sources: [],
  conventions: [{ name: "names", pattern: "c", applies_to: "*", seen_in: ["T-core-a-b-001"] }],
};
const text = (context: RoleContext, input: string) => context.given.find((given) => given.input === input)?.text ?? "";

describe("what stands beside the work under review", () => {
  it("fills the reserve with whole items in the order of importance and names what does not fit", () => {
    const context = contextForChallenge(call, facts);
    expect(text(context, "sops")).toContain(`### a.md (error)\n${tokens(40, "s")}`);
    expect(text(context, "prior-decisions")).toContain(
      `### first\n${tokens(40, "d")}\n\n[left out, because the reserve is full: second]`,
    );
    expect(text(context, "prior-decisions")).not.toContain("eee");
    expect(text(context, "conventions")).toContain("[left out, because the reserve is full: names]");
  });

  it("fits up to the last token", () => {
    const decisions = [facts.decisions[0], { name: "second", text: tokens(18, "e") }].filter(
      (each) => each !== undefined,
    );
    const context = contextForChallenge(call, { ...facts, decisions });
    expect(text(context, "prior-decisions")).toContain(tokens(18, "e"));
    expect(text(context, "conventions")).toContain("### names\nc (*)");
    expect(text(context, "conventions")).not.toContain("left out");
  });

  it("never shortens standards, not even those that do not fit", () => {
    const sops = [
      aSop({ name: "a.md", body: tokens(200, "s") }),
      aSop({ name: "b.md", body: tokens(10, "t"), severity: "info" }),
    ];
    for (const context of [
      contextForChallenge(call, { ...facts, sops }),
      contextForAdjudicate(call, { ...facts, sops }),
    ]) {
      expect(text(context, "sops")).toContain(tokens(200, "s"));
      expect(text(context, "sops")).toContain(tokens(10, "t"));
    }
    expect(text(contextForChallenge(call, { ...facts, sops }), "prior-decisions")).toContain("full: first, second]");
  });

  it("has no reserve for those who do the work", () => {
    expect(text(contextForImplement(call, facts), "conventions")).toContain("### names\nc (*)");
  });
});

describe("long texts", () => {
  const cut = /\[cut here: \d+ of \d+ characters left out\]/;
  const long = "x".repeat(500_000);

  it("of people are cut with a mark, standards and contracts never", () => {
    const context = contextForImplement(call, {
      ...facts,
      sops: [aSop({ body: long })],
      unownedPaths: [long],
      taskFile: long,
    });
    expect(text(context, "unowned-code")).toMatch(cut);
    expect(text(context, "sops")).not.toMatch(cut);
    expect(text(context, "task-file")).not.toMatch(cut);
  });
});
