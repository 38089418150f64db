import { describe, expect, it } from "vitest";
import { useForge } from "../../../support/forge.js";
import { STORY_FILES, useStory } from "../../../support/pages-story.js";

const test = useForge({ files: STORY_FILES });
const story = useStory(test, () => test.forge.idle());

async function look(path: string): Promise<{ status: number; text: string; headers: Headers }> {
  const response = await fetch(`${test.forge.url}${path}`, { headers: { accept: "text/html" } });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

/** A page's own words, without the markup. */
const wordsOf = (text: string) =>
  text
    .replace(/<[^>]*>/g, " ")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/\s+/g, " ");

const REPO = "/acme/product";

describe("pages show", () => {
  it.each<readonly [string, () => string, readonly string[]]>([
    ["the repositories", () => "/", ["acme/product", "1 open issue ·", "1 open pull request"]],
    ["the tree, its last commit and its README", () => REPO, ["Initial commit", "docs", "README.md", "the notes"]],
    ["a folder of a branch with a slash", () => `${REPO}/tree/topic/two/src`, ["index.ts", "topic/two"]],
    ["a file with numbered lines", () => `${REPO}/blob/topic/two/src/index.ts`, ["1 export const a = 2;", "Raw"]],
    ["a Markdown file", () => `${REPO}/blob/main/docs/notes.md`, ["Notes", "Plain"]],
    ["a Markdown file as it is written", () => `${REPO}/blob/main/docs/notes.md?plain=1`, ["# Notes", "Rendered"]],
    ["commits", () => `${REPO}/commits/topic/two`, ["Make it two", "Because one is not enough.", "Initial commit"]],
    [
      "a commit",
      () => `${REPO}/commit/${story().head}`,
      ["Make it two", "1 file changed", "- export const a = 1;", "+ export const a = 2;"],
    ],
    ["issues", () => `${REPO}/issues`, ["1 open", "0 closed", "Build <reading-time>", "factory", "#1 opened"]],
    ["no closed issues", () => `${REPO}/issues?state=closed`, ["There are no closed issues."]],
    [
      "an issue",
      () => `${REPO}/issues/${story().issue}`,
      [
        "Build <reading-time>",
        "Please build it.",
        "T-1",
        "Tasks and what they need",
        "Building",
        "software-factory",
        "bot",
        "🚀 1",
        "admin added factory",
        "Add a comment",
      ],
    ],
    ["pull requests", () => `${REPO}/pulls`, ["Two", "#2 opened"]],
    [
      "a conversation",
      () => `${REPO}/pull/${story().pull}`,
      [
        "admin wants to merge topic/two into main",
        "Make it two",
        "writer requested changes",
        "Not yet .",
        "src/index.ts:1",
        "Why 2 ?",
        "Merge",
        "some checks have not succeeded",
      ],
    ],
    ["a pull request's commits", () => `${REPO}/pull/${story().pull}/commits`, ["Make it two", "More"]],
    [
      "files changed, with what was said about a line",
      () => `${REPO}/pull/${story().pull}/files`,
      ["src/index.ts", "+ export const a = 2;", "Why 2 ?", "UNCOVERED", "No <clause>"],
    ],
    [
      "checks",
      () => `${REPO}/pull/${story().pull}/checks`,
      ["factory / gates", "1 of 4 gates failed", "1 contract", "UNCOVERED", "line 1", "Retry", "Re-run", "Details"],
    ],
    ["a check", () => `${REPO}/runs/${story().check}`, ["factory / gates", "1 of 4 gates failed"]],
    ["runs", () => `${REPO}/actions`, ["CI #1", "started by admin"]],
    ["releases", () => `${REPO}/releases`, ["First", "v1.0.0", "latest", "It works , see #1"]],
    ["a release", () => `${REPO}/releases/tag/v1.0.0`, ["First", "v1.0.0"]],
    ["a form for a new issue", () => `${REPO}/issues/new`, ["Title", "Open issue"]],
  ])("%s", async (_name, path, expected) => {
    const { status, text } = await look(path());
    expect(status).toBe(200);
    for (const words of expected) expect(wordsOf(text)).toContain(words);
  });

  it("a run's jobs, steps and log", async () => {
    const [run] = (await test.as("admin").rest.actions.listWorkflowRunsForRepo(test.at)).data.workflow_runs;
    const { text } = await look(`${REPO}/actions/runs/${run?.id}`);
    for (const words of ["build", "succeeded", "Run echo all is well", "all is well"])
      expect(wordsOf(text)).toContain(words);
  });

  it("nothing hidden", async () => {
    expect((await look(`${REPO}/issues/${story().issue}`)).text).not.toContain("factory:status");
  });

  it.each([
    `${REPO}/issues/99`,
    `${REPO}/pull/99`,
    `${REPO}/nowhere`,
    "/nobody/nothing",
    `${REPO}/blob/main/nothing`,
    `${REPO}/tree/nothing`,
    `${REPO}/commit/HEAD~1`,
    `${REPO}/runs/1`,
    `${REPO}/actions/runs/1`,
    `${REPO}/releases/tag/v9`,
    "/_pages/nothing",
    "/a/b/c/d/e",
  ])("that there is nothing at %s", async (path) => {
    const { status, text } = await look(path);
    expect(status).toBe(404);
    expect(wordsOf(text)).toContain("There is nothing at this address.");
  });

  it("a pull request where an issue's number was meant, since GitHub's links do not tell them apart", async () => {
    const response = await fetch(`${test.forge.url}${REPO}/issues/${story().pull}`, { redirect: "manual" });
    expect([response.status, response.headers.get("location")]).toEqual([302, `${REPO}/pull/${story().pull}`]);
  });

  it("an issue where a pull request's number was meant", async () => {
    const response = await fetch(`${test.forge.url}${REPO}/pull/${story().issue}`, { redirect: "manual" });
    expect([response.status, response.headers.get("location")]).toEqual([302, `${REPO}/issues/${story().issue}`]);
  });
});

describe("every address the API gives for people", () => {
  it("leads to a page", async () => {
    const admin = test.as("admin");
    const { issue, pull, head } = story();
    const number = { issue_number: issue, pull_number: pull };
    const answers = await Promise.all([
      admin.rest.repos.get(test.at),
      admin.rest.issues.get({ ...test.at, ...number }),
      admin.rest.issues.listComments({ ...test.at, ...number }),
      admin.rest.pulls.get({ ...test.at, ...number }),
      admin.rest.pulls.listReviews({ ...test.at, ...number }),
      admin.rest.pulls.listReviewComments({ ...test.at, ...number }),
      admin.rest.checks.listForRef({ ...test.at, ref: head }),
      admin.rest.repos.getCommit({ ...test.at, ref: head }),
      admin.rest.repos.getContent({ ...test.at, path: "docs" }),
      admin.rest.repos.listReleases(test.at),
      admin.rest.actions.listWorkflowRunsForRepo(test.at),
      admin.rest.actions.listJobsForWorkflowRun({ ...test.at, run_id: await firstRun() }),
    ]);
    const urls = answers.flatMap(({ data }) =>
      [...JSON.stringify(data).matchAll(/"html_url":"([^"]+)"/g)].map(([, url]) => url ?? ""),
    );
    // People, organisations and licences have no page here.
    const requested = [...new Set(urls)].filter((url) => url.startsWith(`${test.forge.url}${REPO}`));
    expect(requested.length).toBeGreaterThan(10);
    for (const url of requested)
      expect([url, (await look(url.slice(test.forge.url.length))).status]).toEqual([url, 200]);
    for (const url of requested.filter((one) => one.includes("#"))) {
      const { text } = await look(url.slice(test.forge.url.length));
      expect(text).toContain(`id="${url.split("#")[1]}"`);
    }
  });
});

async function firstRun(): Promise<number> {
  const { data } = await test.as("admin").rest.actions.listWorkflowRunsForRepo(test.at);
  return data.workflow_runs[0]?.id ?? 0;
}

describe("every link of every page", () => {
  it("leads to a page, also where a commit has removed a file", async () => {
    const { rest } = test.as("admin");
    const main = await rest.git.getRef({ ...test.at, ref: "heads/main" });
    await rest.git.createRef({ ...test.at, ref: "refs/heads/less", sha: main.data.object.sha });
    const file = await rest.repos.getContent({ ...test.at, path: "README.md", ref: "less" });
    if (Array.isArray(file.data)) throw new TypeError("README.md is a folder");
    const { data } = await rest.repos.deleteFile({
      ...test.at,
      path: "README.md",
      branch: "less",
      message: "Remove it",
      sha: file.data.sha,
    });
    const waiting = ["/", `${REPO}/commit/${data.commit.sha}`];
    const seen = new Map<string, number>();
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (seen.has(path)) continue;
      const { status, text } = await look(path);
      seen.set(path, status);
      for (const [, href = ""] of text.matchAll(/href="([^"#?]+)/g)) {
        const url = new URL(href, `${test.forge.url}${path}`);
        if (url.origin === test.forge.url) waiting.push(url.pathname);
      }
    }
    expect(seen.size).toBeGreaterThan(20);
    expect([...seen].filter(([, status]) => status !== 200)).toEqual([]);
  });
});

describe("a browser is told", () => {
  it("to run and load nothing but this server's own files", async () => {
    const { headers } = await look("/");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy.split("; ")).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
      ]),
    );
    expect(policy).not.toContain("unsafe");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cache-control")).toBe("no-cache");
  });

  it("to keep diagrams in a frame without an origin", async () => {
    const { headers } = await look("/_pages/diagram.html");
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-scripts",
    );
  });

  it.each(["page.css", "page.js", "live.js", "diagram-frames.js", "diagram.js", "mermaid.js", "icon.svg"])(
    "what kind of file %s is",
    async (name) => {
      const { status, headers } = await look(`/_pages/${name}`);
      expect(status).toBe(200);
      expect(headers.get("content-type")).toMatch(/^(?:text\/(?:css|javascript); charset=utf-8|image\/svg\+xml)$/);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    },
  );

  it("that nothing is new, when nothing is", async () => {
    const path = `${REPO}/pull/${story().pull}`;
    const etag = (await look(path)).headers.get("etag") ?? "";
    const again = await fetch(`${test.forge.url}${path}`, { headers: { "if-none-match": etag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });
});

describe("the rest of the server", () => {
  it("stays as it was: the API answers in JSON what is not there", async () => {
    const response = await fetch(`${test.forge.url}/api/v3/nothing/here`, { headers: { accept: "text/html" } });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ message: "Not Found" });
  });

  it("says so in JSON to a client that is no reader", async () => {
    const response = await fetch(`${test.forge.url}/a/b/c/d`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ message: "Not Found" });
    expect(test.log.some((line) => line.includes("NO ROUTE GET /a/b/c/d"))).toBe(true);
  });
});
