import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { commitOn, git, useForge } from "../../../support/forge.js";

const local = useForge();

it("a client walks from an issue to a merged pull request, and git clone sees it all", async () => {
  const { at } = local;
  const admin = local.as("admin");
  const bot = await local.bot();
  const { data: issue } = await admin.rest.issues.create({ ...at, title: "Please build it", labels: ["factory"] });
  await bot.rest.issues.createComment({ ...at, issue_number: issue.number, body: "On it." });
  const head = await commitOn(bot, at, { branch: "factory/one", path: "src/one.ts", text: "export const one = 1;\n" });
  const { data: pull } = await bot.rest.pulls.create({
    ...at,
    title: "One",
    head: "factory/one",
    base: "main",
    body: `Fixes #${issue.number}`,
  });
  expect(pull.head.sha).toBe(head);
  expect(pull.mergeable).toBe(true);
  await commitOn(admin, at, { branch: "main", path: "other.txt", text: "newer on the base\n" });
  await admin.rest.pulls.createReview({
    ...at,
    pull_number: pull.number,
    event: "COMMENT",
    body: "Looks fine",
    comments: [{ path: "src/one.ts", line: 1, side: "RIGHT", body: "why one?" }],
  });
  const { data: merged } = await bot.rest.pulls.merge({
    ...at,
    pull_number: pull.number,
    sha: head,
    merge_method: "squash",
  });
  expect(merged.merged).toBe(true);
  const { data: closed } = await bot.rest.issues.get({ ...at, issue_number: issue.number });
  expect(closed.state).toBe("closed");
  const folder = mkdtempSync(join(tmpdir(), "clone-"));
  await git(
    folder,
    "clone",
    "--quiet",
    `${local.forge.url.replace("http://", `http://x-access-token:${local.forge.users.read.token}@`)}/${at.owner}/${at.repo}.git`,
    "here",
  );
  const files = await git(join(folder, "here"), "ls-files");
  expect(files.split("\n")).toEqual(["README.md", "other.txt", "src/one.ts"]);
  rmSync(folder, { recursive: true });
  const news = await local.news();
  expect(news.map(({ event, payload }) => [event, payload.action].filter(Boolean).join("."))).toEqual([
    "label.created",
    "issues.opened",
    "issues.labeled",
    "issue_comment.created",
    "create",
    "push",
    "push",
    "pull_request.opened",
    "push",
    "pull_request_review.submitted",
    "pull_request_review_comment.created",
    "push",
    "pull_request.closed",
    "issues.closed",
  ]);
});
