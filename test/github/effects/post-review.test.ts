import { describe, expect, it } from "vitest";
import { hiddenMarker } from "../../../src/render/marker.js";
import { commitOn, useForge } from "../../support/forge.js";
import { openedPull, useGitHubAdapter } from "../../support/github-adapter.js";

const local = useForge({
  files: { "SPEC.md": "# A\n", "long.txt": `${Array.from({ length: 40 }, (_, i) => `line ${i + 1}`).join("\n")}\n` },
});
const { adapter, perform, observe } = useGitHubAdapter(local);

const review = (number: number, head: string) =>
  ({ kind: "post-review", key: "CHAL-1a2b3c4d", number, head, body: "**FAIL**: R2", comments: [] }) as const;
const reviewsOf = async (pull_number: number) =>
  (await local.as("read").rest.pulls.listReviews({ ...local.at, pull_number })).data;
const linesOf = async (pull_number: number) =>
  (await local.as("read").rest.pulls.listReviewComments({ ...local.at, pull_number })).data;

describe("the effect post-review", () => {
  it("posts one review per key, as a comment, with its hidden key in front, by which it is observed", async () => {
    const { number, head } = await openedPull(local, { branch: "factory/r1" });
    expect(await perform(review(number, head))).toBe(true);
    expect(await perform(review(number, head))).toBe(false);
    const reviews = await reviewsOf(number);
    expect(reviews.map(({ state, body, commit_id }) => [state, body, commit_id])).toEqual([
      ["COMMENTED", "<!-- factory:CHAL-1a2b3c4d -->\n**FAIL**: R2", head],
    ]);
    expect((await observe({ branches: ["factory/r1"] })).pulls[0]?.reviews).toEqual(["CHAL-1a2b3c4d"]);
    expect(adapter().asked).toContainEqual({ pull_requests: "write" });
  });

  it("does not take a copy of the marker by another account for its own", async () => {
    const { number, head } = await openedPull(local, { branch: "factory/r2" });
    const body = `${hiddenMarker("CHAL-1a2b3c4d")}\nmine`;
    await local.as("write").rest.pulls.createReview({ ...local.at, pull_number: number, event: "COMMENT", body });
    expect((await observe({ branches: ["factory/r2"] })).pulls[0]?.reviews).toEqual([]);
    expect(await perform(review(number, head))).toBe(true);
  });

  it("places lines that the diff shows, and puts the rest into the body with their places", async () => {
    const changed = `${Array.from({ length: 40 }, (_, i) => (i === 19 ? "changed" : `line ${i + 1}`)).join("\n")}\n`;
    const { number, head } = await openedPull(local, { branch: "factory/r3", path: "long.txt", text: changed });
    const comments = [
      { path: "long.txt", line: 20, body: "here" },
      { path: "long.txt", line: 17, body: "three lines before the change are shown" },
      { path: "long.txt", line: 16, body: "the fourth is not" },
      { path: "other.txt", line: 1, body: "not changed" },
    ];
    expect(await perform({ ...review(number, head), comments })).toBe(true);
    expect((await linesOf(number)).map(({ line, body }) => [line, body])).toEqual([
      [20, "here"],
      [17, "three lines before the change are shown"],
    ]);
    const [posted] = await reviewsOf(number);
    expect(posted?.body).toContain("`long.txt:16`: the fourth is not");
    expect(posted?.body).toContain("`other.txt:1`: not changed");
    expect(posted?.body).not.toContain("long.txt:17");
  });

  it("puts everything into the body if the reviewed head is gone", async () => {
    const { number } = await openedPull(local, { branch: "factory/r4", path: "long.txt", text: "one\n" });
    const lost = await commitOn(await local.bot(), local.at, { branch: "factory/lost", path: "x", text: "x" });
    const comments = [{ path: "long.txt", line: 1, body: "about the first line" }];
    expect(await perform({ ...review(number, lost), comments })).toBe(true);
    const reviews = await reviewsOf(number);
    expect(reviews).toHaveLength(1);
    expect(reviews[0]?.body).toContain("`long.txt:1`: about the first line");
    expect(await linesOf(number)).toEqual([]);
  });
});
