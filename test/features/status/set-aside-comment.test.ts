import { describe, expect, it } from "vitest";
import { setAsideComment } from "../../../src/engine/reconcile/set-aside-comment.js";
import { markerIn } from "../../../src/render/marker.js";

describe("the comment about a repository that keeps failing", () => {
  const aside = setAsideComment(3, { reason: `\`\`\`\n@everyone ${"x".repeat(5_000)}`, since: "2026-03-01T12:00:00Z" });

  it("says since when, why and what happens next, in a block that the reason cannot leave", () => {
    expect(aside.body).toContain("set aside since 2026-03-01T12:00:00Z");
    expect(aside.body).toContain("````\n```\n@everyone");
    expect(aside.body).toContain("tried again whenever somebody does something here");
    expect(aside.body.length).toBeLessThan(2_000);
  });

  it("is the same comment when work goes on", () => {
    const again = setAsideComment(3, null);
    expect([again.key, again.kind, again.issue]).toEqual([aside.key, "keep-comment", 3]);
    expect(markerIn(again.body)).toBe(markerIn(aside.body));
    expect(again.body).toContain("Work goes on");
  });
});
