import { describe, expect, it } from "vitest";
import { hiddenMarker } from "../../../src/render/marker.js";
import { useForge } from "../../support/forge.js";
import { openedPull, useGitHubAdapter } from "../../support/github-adapter.js";

const local = useForge({ files: { "SPEC.md": "# A\n" } });
const { adapter, perform, observe } = useGitHubAdapter(local);

async function remarked(branch: string) {
  const { number, head } = await openedPull(local, { branch, path: `${branch.replace("/", "-")}.txt` });
  const place = { path: `${branch.replace("/", "-")}.txt`, line: 1, commit_id: head };
  const asked = { ...local.at, pull_number: number, ...place, body: "why?" };
  const { data } = await local.as("write").rest.pulls.createReviewComment(asked);
  const key = `remarks:${number}:4:${data.id}`;
  const body = `${hiddenMarker(key)}\nTaken up.`;
  return { number, thread: data.id, reply: { kind: "reply", key, issue: number, thread: data.id, body } } as const;
}
const threadOf = async (pull_number: number) =>
  (await local.as("read").rest.pulls.listReviewComments({ ...local.at, pull_number })).data;
const spokenIn = async (issue_number: number) =>
  (await local.as("read").rest.issues.listComments({ ...local.at, issue_number })).data.map(({ body }) => body);

describe("the effect reply", () => {
  it("is posted once in the thread, nowhere else, and is observed by its key", async () => {
    const { number, thread, reply } = await remarked("factory/t1");
    expect(await perform(reply)).toBe(true);
    expect(await perform(reply)).toBe(false);
    const [, ...replies] = await threadOf(number);
    expect(replies.map(({ body, in_reply_to_id }) => [body, in_reply_to_id])).toEqual([[reply.body, thread]]);
    expect(await spokenIn(number)).toEqual([]);
    const seen = await observe({ branches: ["factory/t1"], remarksSince: "2020-01-01T00:00:00Z" });
    expect(seen.replies).toEqual([reply.key]);
    expect(adapter().asked).toContainEqual({ issues: "write", pull_requests: "write" });
  });

  it("does not take a copy of the marker by another account for its own", async () => {
    const { number, thread, reply } = await remarked("factory/t2");
    const copied = { ...local.at, pull_number: number, comment_id: thread, body: reply.body };
    await local.as("write").rest.pulls.createReplyForReviewComment(copied);
    const { replies } = await observe({ branches: ["factory/t2"], remarksSince: "2020-01-01T00:00:00Z" });
    expect(replies).not.toContain(reply.key);
    expect(await perform(reply)).toBe(true);
    expect(await threadOf(number)).toHaveLength(3);
  });

  it("is posted in the conversation, once, if the thread was deleted meanwhile", async () => {
    const { number, thread, reply } = await remarked("factory/t3");
    await local.as("write").rest.pulls.deleteReviewComment({ ...local.at, comment_id: thread });
    expect(await perform(reply)).toBe(true);
    expect(await perform(reply)).toBe(false);
    expect(await spokenIn(number)).toEqual([reply.body]);
    expect(await threadOf(number)).toEqual([]);
  });
});
