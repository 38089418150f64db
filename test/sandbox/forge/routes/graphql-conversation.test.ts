import { describe, expect, it } from "vitest";
import { commitOn, useForge } from "../../../support/forge.js";
import { asked, graphqlErrors } from "../../../support/graphql.js";

const local = useForge();
const events = async () => (await local.news()).map(({ event, payload }) => `${event}.${payload.action}`);

async function newPull(branch: string, draft: boolean) {
  const admin = local.as("admin");
  await commitOn(admin, local.at, { branch, path: `${branch}.txt`, text: branch });
  const { data } = await admin.rest.pulls.create({ ...local.at, title: branch, head: branch, base: "main", draft });
  await local.news();
  return data;
}

describe("a draft", () => {
  const READY = `mutation ($id: ID!) { markPullRequestReadyForReview(input: { pullRequestId: $id }) { pullRequest { isDraft } } }`;
  const DRAFT = `mutation ($id: ID!) { convertPullRequestToDraft(input: { pullRequestId: $id }) { pullRequest { isDraft } } }`;

  it("becomes ready and a draft again, told once each", async () => {
    const { node_id: id } = await newPull("draft", true);
    const bot = await local.bot();
    expect(await asked(bot, READY, { id })).toEqual({
      markPullRequestReadyForReview: { pullRequest: { isDraft: false } },
    });
    await asked(bot, READY, { id });
    expect(await asked(bot, DRAFT, { id })).toEqual({ convertPullRequestToDraft: { pullRequest: { isDraft: true } } });
    expect(await events()).toEqual(["pull_request.ready_for_review", "pull_request.converted_to_draft"]);
  });

  it("cannot be one when closed, nor by a reader, nor without pull_requests:write", async () => {
    const pull = await newPull("closed-draft", true);
    const id = pull.node_id;
    expect(await graphqlErrors(local.as("read"), READY, { id })).toMatchObject([{ type: "FORBIDDEN" }]);
    const narrow = await local.bot({ permissions: { pull_requests: "read" } });
    expect(await graphqlErrors(narrow, READY, { id })).toMatchObject([{ type: "FORBIDDEN" }]);
    await local.as("admin").rest.pulls.update({ ...local.at, pull_number: pull.number, state: "closed" });
    expect(await graphqlErrors(local.as("admin"), READY, { id })).toMatchObject([{ type: "UNPROCESSABLE" }]);
    const { data: repository } = await local.as("admin").rest.repos.get(local.at);
    expect(await graphqlErrors(local.as("admin"), READY, { id: repository.node_id })).toMatchObject([
      { type: "NOT_FOUND" },
    ]);
    await local.news();
  });
});

describe("deleteIssue", () => {
  const DELETE = "mutation ($id: ID!) { deleteIssue(input: { issueId: $id }) { repository { name } } }";

  it("takes an issue away with what was said in it, by an admin, and its number answers 410", async () => {
    const admin = local.as("admin");
    const { data: issue } = await admin.rest.issues.create({ ...local.at, title: "Oops" });
    const at = { ...local.at, issue_number: issue.number };
    const { data: comment } = await admin.rest.issues.createComment({ ...at, body: "Secret" });
    await local.news();
    const id = issue.node_id;
    expect(await graphqlErrors(local.as("write"), DELETE, { id })).toMatchObject([{ type: "FORBIDDEN" }]);
    expect(await asked(admin, DELETE, { id })).toEqual({ deleteIssue: { repository: { name: local.at.repo } } });
    expect(await events()).toEqual(["issues.deleted"]);
    const { rest } = await local.bot();
    for (const request of [
      rest.issues.get(at),
      rest.issues.listComments(at),
      rest.issues.createComment({ ...at, body: "?" }),
    ])
      await expect(request).rejects.toMatchObject({ status: 410 });
    await expect(rest.issues.getComment({ ...local.at, comment_id: comment.id })).rejects.toMatchObject({
      status: 404,
    });
    expect((await rest.issues.listForRepo(local.at)).data.map(({ number }) => number)).not.toContain(issue.number);
  });

  it("takes no pull request away", async () => {
    const { node_id: id } = await newPull("stays", false);
    expect(await graphqlErrors(local.as("admin"), DELETE, { id })).toMatchObject([{ type: "NOT_FOUND" }]);
  });
});

describe("addComment", () => {
  const ADD = `mutation ($id: ID!, $body: String!) { addComment(input: { subjectId: $id, body: $body }) {
    commentEdge { node { fullDatabaseId body author { login } issue { number } } } subject { id } } }`;

  it("writes on issues and pull requests alike", async () => {
    const { data: issue } = await local.as("admin").rest.issues.create({ ...local.at, title: "Talk" });
    const pull = await newPull("talk", false);
    const bot = await local.bot();
    for (const { node_id: id, number } of [issue, pull]) {
      const { addComment: done } = await asked(bot, ADD, { id, body: "Hello" });
      expect(done).toMatchObject({
        commentEdge: { node: { body: "Hello", author: { login: "software-factory" } } },
        subject: { id },
      });
      const { data } = await bot.rest.issues.listComments({ ...local.at, issue_number: number });
      expect(data.map(({ id }) => String(id))).toEqual([done.commentEdge.node.fullDatabaseId]);
    }
    expect(await events()).toEqual(["issue_comment.created", "issue_comment.created"]);
  });

  it.each([
    ["nothing", "  "],
    ["65,537 characters", "x".repeat(65_537)],
  ])("refuses %s", async (_what, body) => {
    const { data: issue } = await local.as("admin").rest.issues.create({ ...local.at, title: "Quiet" });
    expect(await graphqlErrors(local.as("admin"), ADD, { id: issue.node_id, body })).toMatchObject([
      { type: "UNPROCESSABLE" },
    ]);
    await local.news();
  });

  it("on a pull request needs another permission than on an issue", async () => {
    const pull = await newPull("other-permission", false);
    const issuesOnly = await local.bot({ permissions: { issues: "write", pull_requests: "read" } });
    expect(await graphqlErrors(issuesOnly, ADD, { id: pull.node_id, body: "x" })).toMatchObject([
      { type: "FORBIDDEN" },
    ]);
  });
});

describe("a comment", () => {
  it("is hidden with a reason, and shown again", async () => {
    const admin = local.as("admin");
    const { data: issue } = await admin.rest.issues.create({ ...local.at, title: "Noise" });
    const { data: comment } = await admin.rest.issues.createComment({
      ...local.at,
      issue_number: issue.number,
      body: "old",
    });
    const id = comment.node_id;
    const fields = "{ isMinimized minimizedReason }";
    const hide = `mutation ($id: ID!) { minimizeComment(input: { subjectId: $id, classifier: OFF_TOPIC }) { minimizedComment ${fields} } }`;
    const show = `mutation ($id: ID!) { unminimizeComment(input: { subjectId: $id }) { unminimizedComment ${fields} } }`;
    expect((await asked(admin, hide, { id })).minimizeComment.minimizedComment).toEqual({
      isMinimized: true,
      minimizedReason: "off-topic",
    });
    expect((await asked(admin, show, { id })).unminimizeComment.unminimizedComment).toEqual({
      isMinimized: false,
      minimizedReason: null,
    });
    expect(await graphqlErrors(local.as("read"), hide, { id })).toMatchObject([{ type: "FORBIDDEN" }]);
    expect(await graphqlErrors(admin, hide, { id: issue.node_id })).toMatchObject([{ type: "NOT_FOUND" }]);
    await local.news();
  });
});
