import { beforeAll, describe, expect, it } from "vitest";
import { commitOn, refusal, useForge } from "../../../support/forge.js";

const local = useForge();
const at = { owner: "acme", repo: "product", pull_number: 1 };
const state = { sha: "" };
const lines = Array.from({ length: 30 }, (_none, index) => `line ${index + 1}`);

/** main: 30 lines. The pull request changes line 5, removes line 20, and adds a file. */
beforeAll(async () => {
  await commitOn(local.as("admin"), local.at, { branch: "main", path: "code.ts", text: `${lines.join("\n")}\n` });
  const changed = lines.map((line, index) => (index === 4 ? "line five" : line)).filter((_line, index) => index !== 19);
  const bot = await local.bot();
  await commitOn(bot, local.at, { branch: "topic", path: "code.ts", text: `${changed.join("\n")}\n` });
  state.sha = await commitOn(bot, local.at, { branch: "topic", path: "new.ts", text: "one\n" });
  await bot.rest.pulls.create({ ...local.at, title: "topic", head: "topic", base: "main" });
});

describe("the App's own pull request", () => {
  it.each([
    ["APPROVE", "Can not approve your own pull request"],
    ["REQUEST_CHANGES", "Can not request changes on your own pull request"],
  ] as const)("cannot be judged by it: %s", async (event, message) => {
    const call = (await local.bot()).rest.pulls.createReview({ ...at, event, body: "me" });
    expect(await refusal(call)).toEqual({
      status: 422,
      message: "Unprocessable Entity",
      errors: [`Review ${message}`],
    });
  });

  it("can be commented on by it", async () => {
    const { data } = await (await local.bot()).rest.pulls.createReview({
      ...at,
      event: "COMMENT",
      body: "verdict: fine",
    });
    expect(data).toMatchObject({ state: "COMMENTED", user: { login: "software-factory[bot]" }, commit_id: state.sha });
  });
});

describe("reviews", () => {
  it("carry inline comments, all told in order", async () => {
    await local.news();
    const { data } = await local.as("write").rest.pulls.createReview({
      ...at,
      event: "REQUEST_CHANGES",
      body: "two things",
      comments: [
        { path: "code.ts", line: 5, side: "RIGHT", body: "why five?" },
        { path: "code.ts", line: 20, side: "LEFT", body: "why removed?" },
        { path: "code.ts", start_line: 3, start_side: "RIGHT", line: 6, side: "RIGHT", body: "this block" },
        { path: "new.ts", position: 1, body: "by position" },
      ],
    });
    const { data: comments } = await local.as("read").rest.pulls.listCommentsForReview({ ...at, review_id: data.id });
    expect(
      comments.map(({ path, line, side, original_line, position }) => ({
        path,
        line: line ?? original_line,
        side,
        position,
      })),
    ).toEqual([
      { path: "code.ts", line: 5, side: "RIGHT", position: 5 },
      { path: "code.ts", line: 20, side: "LEFT", position: 13 },
      { path: "code.ts", line: 6, side: "RIGHT", position: 6 },
      { path: "new.ts", line: 1, side: "RIGHT", position: 1 },
    ]);
    expect(comments[0]?.diff_hunk.split("\n").at(-1)).toBe("+line five");
    expect(comments[2]).toMatchObject({ start_line: 3, start_side: "RIGHT" });
    const news = await local.news();
    expect(news.map(({ event, payload }) => `${event}.${payload.action}`)).toEqual([
      "pull_request_review.submitted",
      ...Array(4).fill("pull_request_review_comment.created"),
    ]);
    expect(news[0]?.payload.review.state).toBe("changes_requested");
  });

  it.each([
    ["a file outside the diff", { path: "README.md", line: 1 }, "Path"],
    ["a line outside the hunks", { path: "code.ts", line: 13 }, "Line"],
    ["a line on the wrong side", { path: "new.ts", line: 1, side: "LEFT" }, "Line"],
    ["a line past the end", { path: "code.ts", line: 31 }, "Line"],
    ["a start outside the hunks", { path: "code.ts", start_line: 12, line: 17 }, "Start line"],
    ["a position past the end", { path: "new.ts", position: 2 }, "Position"],
    ["no place at all", { path: "new.ts" }, "Line"],
  ])("are refused whole for %s", async (_what, place, field) => {
    const reviewer = local.as("write");
    const before = (await reviewer.rest.pulls.listReviews(at)).data.length;
    const comments = [
      { path: "new.ts", line: 1, body: "fine" },
      { ...place, body: "outside" },
    ];
    const answer = await refusal(
      reviewer.rest.pulls.createReview({ ...at, event: "COMMENT", body: "x", comments } as never),
    );
    expect(answer).toMatchObject({ status: 422, errors: [`${field} could not be resolved`] });
    expect((await reviewer.rest.pulls.listReviews(at)).data).toHaveLength(before);
  });

  it.each([
    ["a request for changes without words", { event: "REQUEST_CHANGES" }],
    ["a comment without words", { event: "COMMENT" }],
    ["words of 65,537 characters", { event: "COMMENT", body: "x".repeat(65_537) }],
    [
      "an inline comment without words",
      { event: "COMMENT", body: "x", comments: [{ path: "new.ts", line: 1, body: " " }] },
    ],
    ["a commit that is not in it", { event: "COMMENT", body: "x", commit_id: "1".repeat(40) }],
    [
      "a start after its end",
      { event: "COMMENT", body: "x", comments: [{ path: "code.ts", start_line: 6, line: 4, body: "x" }] },
    ],
    ["an unknown event", { event: "BLESS" }],
  ])("are refused: %s", async (_what, review) => {
    expect(await refusal(local.as("write").rest.pulls.createReview({ ...at, ...review } as never))).toMatchObject({
      status: 422,
    });
  });

  it("wait for their submission, seen by their author alone, one at a time", async () => {
    const writer = local.as("write");
    await local.news();
    const { data: pending } = await writer.rest.pulls.createReview({
      ...at,
      comments: [{ path: "new.ts", line: 1, body: "later" }],
    });
    expect(pending.state).toBe("PENDING");
    expect(pending.submitted_at).toBeUndefined();
    const seenBy = async (person: "read" | "write") =>
      (await local.as(person).rest.pulls.listReviews(at)).data.some(({ id }) => id === pending.id);
    expect([await seenBy("read"), await seenBy("write")]).toEqual([false, true]);
    const { data: visible } = await local.as("read").rest.pulls.listReviewComments({ ...at, per_page: 100 });
    expect(visible.map(({ body }) => body)).not.toContain("later");
    expect(await refusal(writer.rest.pulls.createReview({ ...at, event: "APPROVE" }))).toMatchObject({ status: 422 });
    expect(await local.news()).toEqual([]);
    const id = { ...at, review_id: pending.id };
    expect(await refusal(local.as("read").rest.pulls.submitReview({ ...id, event: "APPROVE" }))).toMatchObject({
      status: 422,
    });
    expect((await writer.rest.pulls.submitReview({ ...id, event: "APPROVE" })).data.state).toBe("APPROVED");
    expect((await local.news()).map(({ event }) => event)).toEqual([
      "pull_request_review",
      "pull_request_review_comment",
    ]);
    expect(await refusal(writer.rest.pulls.submitReview({ ...id, event: "COMMENT", body: "x" }))).toMatchObject({
      status: 422,
    });
    expect(await refusal(writer.rest.pulls.deletePendingReview(id))).toMatchObject({ status: 422 });
  });

  it("are thrown away before submission, edited after it, and dismissed by writers", async () => {
    const writer = local.as("write");
    const { data: draft } = await writer.rest.pulls.createReview({
      ...at,
      body: "hm",
      comments: [{ path: "new.ts", line: 1, body: "gone" }],
    });
    await writer.rest.pulls.deletePendingReview({ ...at, review_id: draft.id });
    expect(await refusal(writer.rest.pulls.getReview({ ...at, review_id: draft.id }))).toMatchObject({ status: 404 });
    const { data: approval } = await local
      .as("read")
      .rest.pulls.createReview({ ...at, event: "APPROVE", body: "good" });
    await local.news();
    const id = { ...at, review_id: approval.id };
    await local.as("read").rest.pulls.updateReview({ ...id, body: "very good" });
    expect(await refusal(writer.rest.pulls.updateReview({ ...id, body: "not mine" }))).toMatchObject({ status: 404 });
    expect((await writer.rest.pulls.dismissReview({ ...id, message: "stale" })).data.state).toBe("DISMISSED");
    expect(await refusal(writer.rest.pulls.dismissReview({ ...id, message: "again" }))).toMatchObject({ status: 422 });
    const news = await local.news();
    expect(news.map(({ payload }) => payload.action)).toEqual(["edited", "dismissed"]);
    expect(news[0]?.payload.changes).toEqual({ body: { from: "good" } });
  });
});

describe("inline comments", () => {
  it("stand alone as a review of their own, get replies in one thread, are edited and deleted", async () => {
    const reader = local.as("read");
    await local.news();
    const { data: first } = await reader.rest.pulls.createReviewComment({
      ...at,
      commit_id: state.sha,
      path: "new.ts",
      line: 1,
      body: "hm",
    });
    const bot = await local.bot();
    const { data: reply } = await bot.rest.pulls.createReplyForReviewComment({
      ...at,
      comment_id: first.id,
      body: "because",
    });
    const nested = { ...at, comment_id: reply.id, body: "I see" };
    expect(await refusal(reader.rest.pulls.createReplyForReviewComment(nested))).toMatchObject({ status: 422 });
    const { data: second } = await reader.rest.pulls.createReplyForReviewComment({ ...nested, comment_id: first.id });
    expect(reply.in_reply_to_id).toBe(first.id);
    const { data: byField } = await reader.rest.pulls.createReviewComment({
      ...at,
      commit_id: state.sha,
      path: "new.ts",
      body: "also",
      in_reply_to: first.id,
    } as never);
    expect(byField.in_reply_to_id).toBe(first.id);
    await reader.rest.pulls.updateReviewComment({ ...local.at, comment_id: first.id, body: "hmm" });
    expect((await reader.rest.pulls.getReviewComment({ ...local.at, comment_id: first.id })).data.body).toBe("hmm");
    expect(await refusal(reader.rest.pulls.deleteReviewComment({ ...local.at, comment_id: reply.id }))).toMatchObject({
      status: 403,
    });
    await reader.rest.pulls.deleteReviewComment({ ...local.at, comment_id: second.id });
    expect(await refusal(reader.rest.pulls.getReviewComment({ ...local.at, comment_id: second.id }))).toMatchObject({
      status: 404,
    });
    expect((await local.news()).map(({ event, payload }) => `${event}.${payload.action}`)).toEqual([
      ...Array(4).fill(["pull_request_review.submitted", "pull_request_review_comment.created"]).flat(),
      "pull_request_review_comment.edited",
      "pull_request_review_comment.deleted",
    ]);
    const { data: all } = await reader.rest.pulls.listReviewCommentsForRepo({
      ...local.at,
      sort: "updated",
      direction: "desc",
      per_page: 100,
    });
    const { data: ofPull } = await reader.rest.pulls.listReviewComments({ ...at, per_page: 100 });
    expect(all.map(({ id }) => id).toSorted()).toEqual(ofPull.map(({ id }) => id).toSorted());
    const to = { ...local.at, comment_id: first.id };
    const { data: liked } = await bot.rest.reactions.createForPullRequestReviewComment({ ...to, content: "+1" });
    const reactions = async () => (await reader.rest.reactions.listForPullRequestReviewComment(to)).data.length;
    expect(await reactions()).toBe(1);
    await bot.rest.reactions.deleteForPullRequestComment({ ...to, reaction_id: liked.id });
    expect(await reactions()).toBe(0);
  });

  it("may be on a file as a whole, and are refused outside the diff", async () => {
    const reader = local.as("read");
    const on = { ...at, commit_id: state.sha, body: "here" };
    const { data } = await reader.rest.pulls.createReviewComment({ ...on, path: "code.ts", subject_type: "file" });
    expect(data.subject_type).toBe("file");
    expect(
      await refusal(reader.rest.pulls.createReviewComment({ ...on, path: "README.md", subject_type: "file" })),
    ).toMatchObject({ status: 422 });
    expect(await refusal(reader.rest.pulls.createReviewComment({ ...on, path: "code.ts", line: 13 }))).toMatchObject({
      status: 422,
      errors: [
        {
          field: "pull_request_review_thread.line",
          message: "pull_request_review_thread.line must be part of the diff",
        },
      ],
    });
  });

  it("become outdated when their lines leave the diff, and only those", async () => {
    const bot = await local.bot();
    const reader = local.as("read");
    const on = { ...at, commit_id: state.sha };
    const { data: gone } = await reader.rest.pulls.createReviewComment({
      ...on,
      path: "code.ts",
      line: 5,
      body: "soon gone",
    });
    const { data: stays } = await reader.rest.pulls.createReviewComment({
      ...on,
      path: "new.ts",
      line: 1,
      body: "stays",
    });
    await commitOn(bot, local.at, { branch: "topic", path: "code.ts", text: `${lines.join("\n")}\nlast\n` });
    const shown = async (comment_id: number) =>
      (await reader.rest.pulls.getReviewComment({ ...local.at, comment_id })).data;
    expect(await shown(stays.id)).toMatchObject({ line: 1, position: 1 });
    expect(await shown(gone.id)).toMatchObject({ original_line: 5, original_position: 5 });
    expect((await shown(gone.id)).line).toBeUndefined();
  });
});
