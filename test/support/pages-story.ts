/**
 * A repository with an example of everything that a page can show: issue, pull request, review, checks, run, release.
 */

import type { Octokit } from "@octokit/rest";
import { beforeAll } from "vitest";
import type { TestForge } from "./forge.js";

type At = { readonly owner: string; readonly repo: string };

/** The first commit of the story's repository. */
export const STORY_FILES: Readonly<Record<string, string>> = {
  "README.md": "# Product\n\nSee [the notes](docs/notes.md).\n",
  "docs/notes.md": "# Notes\n",
  "src/index.ts": "export const a = 1;\nexport const kept = true;\n",
  ".github/workflows/ci.yml":
    "name: CI\non: workflow_dispatch\njobs:\n  build:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo all is well\n",
};

const GRAPH = "graph LR\n  parse[Parse] --> count[Count]\n";

const ISSUE_BODY = [
  "Please build it.",
  "",
  "| task | state |",
  "|---|---|",
  "| T-1 | SHIPPED |",
  "",
  "- [x] planned",
  "",
  "<details><summary>Tasks and what they need</summary>",
  "",
  `\`\`\`mermaid\n${GRAPH}\`\`\``,
  "",
  "</details>",
  "<!-- factory:status -->",
].join("\n");

export type Story = { readonly issue: number; readonly pull: number; readonly head: string; readonly check: number };
export type PerformContext = {
  readonly admin: Octokit;
  readonly writer: Octokit;
  readonly bot: Octokit;
  readonly at: At;
};

/** Runs the story once before all tests of the file. */
export function useStory(test: Pick<TestForge, "as" | "bot" | "at">, then: () => Promise<unknown> = async () => {}) {
  const told: { story?: Story } = {};
  beforeAll(async () => {
    told.story = await runStory({
      admin: test.as("admin"),
      writer: test.as("write"),
      bot: await test.bot(),
      at: test.at,
    });
    await then();
  });
  return (): Story => {
    if (told.story === undefined) throw new Error("the story has not been told");
    return told.story;
  };
}

export async function runStory({ admin, writer, bot, at }: PerformContext): Promise<Story> {
  const { data: issue } = await admin.rest.issues.create({
    ...at,
    title: "Build <reading-time>",
    body: ISSUE_BODY,
    labels: ["factory"],
  });
  const { data: first } = await bot.rest.issues.createComment({
    ...at,
    issue_number: issue.number,
    body: "## Building",
  });
  await admin.rest.reactions.createForIssueComment({ ...at, comment_id: first.id, content: "rocket" });
  const pull = await changeInBranch(admin, at);
  await writer.rest.pulls.createReview({
    ...at,
    pull_number: pull.number,
    event: "REQUEST_CHANGES",
    body: "Not **yet**.",
    comments: [{ path: "src/index.ts", line: 1, side: "RIGHT", body: "Why `2`?" }],
  });
  const { data: check } = await bot.rest.checks.create({
    ...at,
    name: "factory / gates",
    head_sha: pull.head.sha,
    conclusion: "failure",
    details_url: "https://example.com/details",
    output: {
      title: "1 of 4 gates failed",
      summary: "| gate | result |\n|---|---|\n| 1 contract | FAILED |",
      annotations: [
        {
          path: "src/index.ts",
          start_line: 1,
          end_line: 1,
          annotation_level: "failure",
          title: "UNCOVERED",
          message: "No <clause>",
        },
      ],
    },
    actions: [{ label: "Retry", description: "Run the gates again", identifier: "retry" }],
  });
  await admin.rest.actions.createWorkflowDispatch({ ...at, workflow_id: "ci.yml", ref: "main" });
  await admin.rest.repos.createRelease({ ...at, tag_name: "v1.0.0", name: "First", body: "It *works*, see #1." });
  return { issue: issue.number, pull: pull.number, head: pull.head.sha, check: check.id };
}

async function changeInBranch(admin: Octokit, at: At) {
  const { data: main } = await admin.rest.git.getRef({ ...at, ref: "heads/main" });
  const branch = "topic/two";
  await admin.rest.git.createRef({ ...at, ref: `refs/heads/${branch}`, sha: main.object.sha });
  const { data: file } = await admin.rest.repos.getContent({ ...at, path: "src/index.ts", ref: branch });
  if (Array.isArray(file)) throw new Error("src/index.ts is a folder");
  await admin.rest.repos.createOrUpdateFileContents({
    ...at,
    path: "src/index.ts",
    branch,
    message: "Make it two\n\nBecause one is not enough.",
    content: Buffer.from("export const a = 2;\nexport const kept = true;\n").toString("base64"),
    sha: file.sha,
  });
  const { data } = await admin.rest.pulls.create({
    ...at,
    title: "Two",
    head: branch,
    base: "main",
    body: "Closes #1",
  });
  return data;
}
