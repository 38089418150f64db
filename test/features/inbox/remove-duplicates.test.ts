import { describe, expect, it } from "vitest";
import type { Observed } from "../../../src/engine/observation.js";
import { STATUS_KEY } from "../../../src/features/status/status-comment.js";
import { decideOn, mergedSpec, planning, taskPull } from "../../support/loop.js";

const on = (stickies: Observed["stickies"]) => decideOn(planning, { pulls: [mergedSpec, taskPull], stickies }).pending;
const status = on([]).find(({ kind }) => kind === "keep-comment");
if (status?.kind !== "keep-comment") throw new Error("a status comment was expected");
const { issue, body } = status;
const sticky = (id: number, said: Partial<{ key: string; issue: number; body: string }> = {}) => ({
  id,
  key: STATUS_KEY,
  issue,
  body,
  ...said,
});
const removed = (pending: ReturnType<typeof on>) =>
  pending.flatMap((effect) => (effect.kind === "remove-comment" ? [effect.comment] : []));

describe("a comment of ours that was posted twice", () => {
  it("loses all but the first, whichever is shown first", () => {
    expect(removed(on([sticky(9), sticky(4), sticky(7)]))).toEqual([9, 7]);
  });

  it.each([
    ["one alone", [sticky(4)]],
    ["one with another key", [sticky(4), sticky(7, { key: "answer-1" })]],
    ["one in another conversation", [sticky(4), sticky(7, { issue: issue + 1 })]],
  ])("is not taken for %s", (_what, stickies) => {
    expect(removed(on(stickies))).toEqual([]);
  });

  it("is updated where it stays, although a later copy has that text already", () => {
    const pending = on([sticky(4, { body: "as it was" }), sticky(7)]);
    expect(pending).toContainEqual(expect.objectContaining({ kind: "keep-comment", key: STATUS_KEY }));
    expect(on([sticky(4), sticky(7, { body: "as it was" })]).map(({ kind }) => kind)).not.toContain("keep-comment");
  });
});
