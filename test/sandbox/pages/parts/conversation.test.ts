import { describe, expect, it } from "vitest";
import { useForge } from "../../../support/forge.js";
import { STORY_FILES, useStory } from "../../../support/pages-story.js";

const LONG = Array.from({ length: 12 }, (_, index) => `line ${index + 1}`).join("\n");
const test = useForge({ files: { ...STORY_FILES, "picture.png": "\u0000", "data.bin": "a\u0000b", "empty.txt": "" } });
const story = useStory(test);
const REPO = "/acme/product";

async function look(path: string): Promise<string> {
  return (await fetch(`${test.forge.url}${path}`, { headers: { accept: "text/html" } })).text();
}
const on = () => ({ ...test.at, pull_number: story().pull });

describe("reviews", () => {
  it("are not shown before they are submitted", async () => {
    const { data } = await test.as("read").rest.pulls.createReview({
      ...on(),
      body: "not yet said",
      comments: [{ path: "src/index.ts", line: 1, side: "RIGHT", body: "nor this" }],
    });
    for (const tab of ["", "/files"])
      expect(await look(`${REPO}/pull/${story().pull}${tab}`)).not.toMatch(/not yet said|nor this/);
    await test.as("read").rest.pulls.submitReview({ ...on(), review_id: data.id, event: "COMMENT" });
    expect(await look(`${REPO}/pull/${story().pull}`)).toMatch(/not yet said[\s\S]*nor this/);
  });

  it("show replies in their thread, not as reviews of their own", async () => {
    const { data: comments } = await test.as("admin").rest.pulls.listReviewComments(on());
    const first = comments[0];
    await test
      .as("admin")
      .rest.pulls.createReplyForReviewComment({ ...on(), comment_id: first?.id ?? 0, body: "Because." });
    const text = await look(`${REPO}/pull/${story().pull}`);
    const thread = text.slice(text.indexOf('<details class="thread"'));
    expect(thread.indexOf("Because.")).toBeGreaterThan(thread.indexOf("Why <code>2</code>?"));
    expect(text.match(/Because\./g)).toHaveLength(1);
    expect(text).not.toMatch(/admin<\/strong> <span class="verdict calm">/);
  });

  it.each([
    ["APPROVE", "approved these changes"],
    ["COMMENT", "reviewed"],
  ] as const)("say %s as %j", async (event, words) => {
    await test.as("write").rest.pulls.createReview({ ...on(), event, body: "So." });
    expect(await look(`${REPO}/pull/${story().pull}`)).toContain(`${words}</span>`);
  });

  it("bring the last lines of their hunk, numbered as in the file, and are outdated when the lines are gone", async () => {
    const admin = test.as("admin");
    const put = async (content: string, sha?: string) => {
      const file = {
        path: "long.txt",
        branch: "topic/two",
        message: "Long",
        content: Buffer.from(content).toString("base64"),
      };
      const { data } = await admin.rest.repos.createOrUpdateFileContents({
        ...test.at,
        ...file,
        ...(sha === undefined ? {} : { sha }),
      });
      return data.content?.sha;
    };
    const sha = await put(LONG);
    await test.as("write").rest.pulls.createReview({
      ...on(),
      event: "COMMENT",
      comments: [{ path: "long.txt", line: 10, side: "RIGHT", body: "At ten" }],
    });
    const page = `${REPO}/pull/${story().pull}`;
    const text = await look(page);
    const thread = text.slice(text.indexOf("long.txt:10"), text.indexOf("At ten"));
    expect(thread).toContain("@@ -0 +5 @@");
    expect([...thread.matchAll(/<td class="number">(\d+)<\/td><td class="line">/g)].map(([, line]) => line)).toEqual([
      "5",
      "6",
      "7",
      "8",
      "9",
      "10",
    ]);
    expect(thread).not.toContain("line 4<");
    expect(await look(`${page}/files`)).toContain("At ten");
    await put("other\n", sha);
    expect(await look(page)).toMatch(/long\.txt:10<\/span> <span class="tag">outdated/);
    expect(await look(`${page}/files`)).not.toContain("At ten");
  });
});

describe("a commit", () => {
  it("stands after what was said before it, of the same second too, and before what was said after it", async () => {
    const admin = test.as("admin");
    const say = async (body: string) =>
      (await admin.rest.pulls.createReview({ ...on(), event: "COMMENT", body })).data.submitted_at ?? "";
    const commit = (message: string, date: string) =>
      admin.rest.repos.createOrUpdateFileContents({
        ...test.at,
        path: "order.txt",
        branch: "topic/two",
        message,
        content: Buffer.from(message).toString("base64"),
        committer: { name: "Ada", email: "ada@example.com", date },
      });
    const asked = await say("Please revise it.");
    await commit("Revise it as asked", asked);
    await say("That is better.");
    const text = await look(`${REPO}/pull/${story().pull}`);
    const words = ["Make it two", "Please revise it.", "Revise it as asked", "That is better."];
    const places = words.map((word) => text.indexOf(word, text.indexOf('id="timeline"')));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });
});

describe("comments", () => {
  it("that were hidden are folded, with the reason", async () => {
    const { data } = await test
      .as("admin")
      .rest.issues.createComment({ ...test.at, issue_number: story().issue, body: "old news" });
    await test
      .as("admin")
      .graphql(
        "mutation($id: ID!) { minimizeComment(input: { subjectId: $id, classifier: OUTDATED }) { minimizedComment { isMinimized } } }",
        { id: data.node_id, baseUrl: `${test.forge.url}/api` },
      );
    const text = await look(`${REPO}/issues/${story().issue}`);
    expect(text).toMatch(/<details><summary class="card-note">Hidden as outdated<\/summary>[\s\S]*old news/);
  });

  it("that were edited say so", async () => {
    const admin = test.as("admin");
    const { data } = await admin.rest.issues.createComment({ ...test.at, issue_number: story().issue, body: "first" });
    const card = async () => {
      const text = await look(`${REPO}/issues/${story().issue}`);
      const from = text.indexOf(`id="issuecomment-${data.id}"`);
      return text.slice(from, text.indexOf("</article>", from));
    };
    expect(await card()).not.toContain("· edited");
    await admin.rest.issues.updateComment({ ...test.at, comment_id: data.id, body: "second" });
    expect(await card()).toMatch(/· edited[\s\S]*second/);
  });
});

describe("a check", () => {
  it("links its details only where a browser may safely go", async () => {
    const repository = [...test.forge.hub.state.repositories.values()][0];
    const run = repository?.checkRuns.get(story().check);
    if (run === undefined) throw new Error("no check");
    const page = `${REPO}/runs/${run.id}`;
    expect(await look(page)).toContain('<a href="https://example.com/details"');
    run.detailsUrl = "javascript:alert(1)";
    expect(await look(page)).not.toMatch(/javascript|Details/);
  });
});

describe("a check's time", () => {
  it.each([
    ["success", "succeeded in 5 s"],
    ["failure", "failed in 5 s"],
    ["action_required", "needs an action"],
    ["neutral", "neutral"],
  ] as const)("of the conclusion %s is told where it means something", async (conclusion, words) => {
    const { data } = await (await test.bot()).rest.checks.create({
      ...test.at,
      name: "timed",
      head_sha: story().head,
      conclusion,
      started_at: "2026-03-01T12:00:00Z",
      completed_at: "2026-03-01T12:00:05Z",
    });
    const text = await look(`${REPO}/runs/${data.id}`);
    expect(text).toContain(`<span class="quiet">${words} · `);
  });
});

describe("changed files", () => {
  it("of the factory's records are folded, until somebody says something in them; code is shown", async () => {
    const admin = test.as("admin");
    const path = ".factory/tasks/notes.yml";
    const content = Buffer.from("a: 1\n").toString("base64");
    await admin.rest.repos.createOrUpdateFileContents({
      ...test.at,
      path,
      branch: "topic/two",
      message: "Notes",
      content,
    });
    const page = `${REPO}/pull/${story().pull}/files`;
    const cardOf = async (name: string) => {
      const id = `id="file-${encodeURIComponent(name)}"`;
      return new RegExp(`<details class="file" ${id}[^>]*>`).exec(await look(page))?.[0];
    };
    expect(await cardOf("src/index.ts")).toMatch(/ open>$/);
    expect(await cardOf(path)).not.toMatch(/ open>$/);
    const { data } = await admin.rest.pulls.get(on());
    await admin.rest.pulls.createReviewComment({
      ...on(),
      commit_id: data.head.sha,
      path,
      line: 1,
      side: "RIGHT",
      body: "Why?",
    });
    expect(await cardOf(path)).toMatch(/ open>$/);
  });
});

describe("files", () => {
  it.each([
    ["data.bin", "A binary file of 3 bytes."],
    ["picture.png", '<img class="picture" src="/acme/product/raw/main/picture.png"'],
    ["empty.txt", '<tr id="L1"><td class="number"><a href="#L1">1</a></td><td class="line"></td></tr></tbody>'],
  ])("%s is shown as what it is", async (path, part) => {
    expect(await look(`${REPO}/blob/main/${path}`)).toContain(part);
  });

  it("that are too long are offered, not shown", async () => {
    const put = (path: string, lines: number) =>
      test.as("admin").rest.repos.createOrUpdateFileContents({
        ...test.at,
        path,
        message: path,
        content: Buffer.from("x\n".repeat(lines)).toString("base64"),
      });
    await put("fits.txt", 20_000);
    await put("long.txt", 20_001);
    expect(await look(`${REPO}/blob/main/fits.txt`)).toContain('id="L20000"');
    expect(await look(`${REPO}/blob/main/long.txt`)).toContain("20001 lines are too many to show.");
  });
});

describe("a repository", () => {
  it("without a commit says so", async () => {
    await test.as("admin").rest.repos.createInOrg({ org: "acme", name: "blank" });
    expect(await look("/acme/blank")).toContain("This repository has no commit yet.");
  });

  it("that is archived says so", async () => {
    expect(await look(`${REPO}/issues`)).not.toContain("archived");
    await test.as("admin").rest.repos.update({ ...test.at, archived: true });
    expect(await look(`${REPO}/issues`)).toContain("This repository is archived");
  });
});
