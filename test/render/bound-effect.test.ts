import { describe, expect, it } from "vitest";
import type { Effect } from "../../src/engine/effects/effect.js";
import { boundEffect } from "../../src/render/bound-effect.js";
import { CUT_TEXT } from "../../src/render/cut.js";
import { BODY_LIMIT } from "../../src/render/fit.js";
import { liveMarkdown, quotedLink } from "../support/live-markdown.js";

const LONG = `A headline\n\n${"x".repeat(2 * BODY_LIMIT)}`;
const parent = "a".repeat(40);

describe("the last bound of what is written", () => {
  it.each([
    { kind: "commit-files", key: "k", branch: "b", parent, files: [], deletions: [], message: LONG },
    { kind: "merge-pull-request", key: "k", number: 1, head: parent, title: "t", message: LONG },
  ] as const)("cuts the message of $kind, keeps its beginning and says so", (effect) => {
    const { message } = boundEffect(effect);
    expect(message.length).toBeLessThanOrEqual(BODY_LIMIT);
    expect(message.startsWith("A headline\n\nx")).toBe(true);
    expect(message.endsWith(CUT_TEXT)).toBe(true);
  });

  it("sets nothing free that stood in code, wherever a body is cut", () => {
    const begun = `Begun\n${"x".repeat(BODY_LIMIT - 300)}\n`;
    const path = "src/a.ts";
    for (const code of [quotedLink(400), `a \\\\${quotedLink(400)}`, `\`a\\\` ${quotedLink(400)}`]) {
      const body = begun + code;
      const review = {
        kind: "post-review",
        key: "k",
        number: 1,
        head: parent,
        body,
        comments: [{ path, line: 1, body }],
      };
      const bounded = boundEffect(review as Extract<Effect, { kind: "post-review" }>);
      for (const text of [bounded.body, bounded.comments[0]?.body ?? ""]) {
        expect(text.startsWith("Begun\nx")).toBe(true);
        expect(text.endsWith(CUT_TEXT)).toBe(true);
        expect(liveMarkdown(text)).toEqual([]);
      }
    }
  });

  it("cuts names and descriptions of labels", () => {
    const label = { name: "n".repeat(60), color: "ededed", description: "d".repeat(101) };
    const [bounded] = boundEffect({ kind: "create-labels", key: "k", labels: [label] }).labels;
    expect(bounded).toEqual({ name: `${"n".repeat(49)}…`, color: "ededed", description: `${"d".repeat(99)}…` });
  });

  it("leaves a short text as it is", () => {
    const effect = { kind: "say", key: "k", issue: 1, body: "<!-- factory:k -->\nShort." } as const;
    expect(boundEffect(effect)).toEqual(effect);
  });
});
