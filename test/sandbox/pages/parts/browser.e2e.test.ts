import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { describeInChromium } from "../../../support/chromium.js";
import { useForge } from "../../../support/forge.js";
import { HOSTILE_MARKDOWN } from "../../../support/hostile-markdown.js";
import { runStory, STORY_FILES, type Story } from "../../../support/pages-story.js";

const REPO = "/acme/product";
const NARROW = { width: 360, height: 740 };

describeInChromium("the pages in a browser", (open) => {
  const test = useForge({ files: STORY_FILES });
  const told: { story?: Story; page?: Page } = {};
  const complaints: string[] = [];
  const story = () => told.story ?? { issue: 0, pull: 0, head: "", check: 0 };

  beforeAll(async () => {
    const adapter = { admin: test.as("admin"), writer: test.as("write"), bot: await test.bot(), at: test.at };
    told.story = await runStory(adapter);
    await test.news();
    const { page } = await open({ viewport: { width: 1200, height: 900 } });
    page.on("pageerror", (error) => complaints.push(error.message));
    told.page = page;
  });

  async function at(path: string): Promise<Page> {
    if (told.page === undefined) throw new Error("no browser");
    await told.page.setViewportSize({ width: 1200, height: 900 });
    await told.page.goto(`${test.forge.url}${path}`);
    return told.page;
  }

  it("takes a command as a chosen person, shows it, and tells the App", async () => {
    const page = await at(`${REPO}/issues/${story().issue}`);
    await page.getByLabel("Add a comment").fill("/factory status");
    await page.locator("form[data-form=comment] select[name=as]").selectOption("writer");
    await page.getByRole("button", { name: "Comment", exact: true }).click();
    await page.locator(".timeline .card", { hasText: "/factory status" }).waitFor();
    expect(await page.locator(".timeline .card", { hasText: "/factory status" }).innerText()).toContain("writer");
    expect(await page.getByLabel("Add a comment").inputValue()).toBe("");
    const news = await test.news();
    expect(news.map(({ event, payload }) => [event, payload.comment?.body, payload.sender.login])).toEqual([
      ["issue_comment", "/factory status", "writer"],
    ]);
  });

  it("sends with Ctrl-Enter", async () => {
    const page = await at(`${REPO}/issues/${story().issue}`);
    await page.getByLabel("Add a comment").fill("by hand");
    await page.getByLabel("Add a comment").press("Control+Enter");
    await page.locator(".timeline .card", { hasText: "by hand" }).waitFor();
  });

  it("shows news by itself, and keeps a half-typed comment and an opened fold", async () => {
    const page = await at(`${REPO}/issues/${story().issue}`);
    const box = page.getByLabel("Add a comment");
    await box.fill("half a thou");
    const bot = await test.bot();
    const { data } = await bot.rest.issues.listComments({ ...test.at, issue_number: story().issue });
    const sticky = data.find(({ user }) => user?.type === "Bot");
    const fold = "<details><summary>Fold</summary>\n\nin the fold\n\n</details>";
    const edit = (body: string) =>
      bot.rest.issues.updateComment({ ...test.at, comment_id: sticky?.id ?? 0, body: `${body}\n\n${fold}` });
    await edit("## Planning");
    await page.getByText("Planning").waitFor();
    expect(await box.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    await page.getByText("Fold", { exact: true }).click();
    await edit("## Merging");
    await page.getByText("Merging").waitFor();
    expect(await page.getByText("in the fold").isVisible()).toBe(true);
    expect(await box.inputValue()).toBe("half a thou");
  });

  it("says why a form was refused, and keeps what was written", async () => {
    const page = await at(`${REPO}/pull/${story().pull}`);
    await page.locator("form[data-form=merge] select[name=as]").selectOption("reader");
    await page.getByRole("button", { name: "Merge", exact: true }).click();
    await page.getByRole("alert").filter({ hasText: "Must have write access" }).waitFor();
  });

  it("leads from a list over a pull request to its lines and its checks", async () => {
    const page = await at(`${REPO}/pulls`);
    await page.getByRole("link", { name: "Two" }).click();
    await page.getByText("requested changes").waitFor();
    await page.getByRole("link", { name: /^Files changed/ }).click();
    await page.locator("tr.added", { hasText: "export const a = 2;" }).waitFor();
    await page.getByRole("link", { name: /Checks/ }).click();
    await page.getByText("1 of 4 gates failed").waitFor();
    await page.getByRole("button", { name: "Retry" }).click();
    await expect
      .poll(() => test.received.some(({ payload }) => payload.requested_action?.identifier === "retry"))
      .toBe(true);
  });

  it("lists checks by name, whichever was made first", async () => {
    const bot = await test.bot();
    const late = { ...test.at, head_sha: story().head, conclusion: "neutral" as const };
    await bot.rest.checks.create({ ...late, name: "factory / 0 sanitization" });
    const page = await at(`${REPO}/pull/${story().pull}/checks`);
    const names = page.locator(".check-index a");
    await names.nth(1).waitFor();
    expect((await names.allInnerTexts()).map((name) => name.trim())).toEqual([
      "factory / 0 sanitization",
      "factory / gates",
    ]);
  });

  it("keeps a wide drawing legible on a narrow screen: it scrolls", async () => {
    const flow = Array.from({ length: 8 }, (_, n) => `  t${n}[Task number ${n}] --> t${n + 1}[Task number ${n + 1}]`);
    const body = `\`\`\`mermaid\nflowchart LR\n${flow.join("\n")}\n\`\`\``;
    const { data } = await test.as("admin").rest.issues.create({ ...test.at, title: "Wide", body });
    const page = await at(`${REPO}/issues/${data.number}`);
    await page.setViewportSize(NARROW);
    await page.locator("iframe.diagram[data-drawn]").waitFor();
    const drawing = page.frameLocator("iframe.diagram").locator("svg");
    expect(await drawing.evaluate((svg) => svg.clientWidth)).toBeGreaterThan(NARROW.width);
    expect(await page.evaluate("document.documentElement.scrollWidth - window.innerWidth")).toBe(0);
  });

  it("draws Mermaid", async () => {
    const page = await at(`${REPO}/issues/${story().issue}`);
    await page.getByText("Tasks and what they need").click();
    const drawing = page.frameLocator("iframe.diagram").locator("svg");
    await drawing.getByText("Parse").waitFor();
    await expect.poll(() => page.locator("iframe.diagram").evaluate((frame) => frame.clientHeight)).toBeGreaterThan(50);
  });

  it.each([
    ["the home page", () => "/"],
    ["the tree", () => REPO],
    ["a file", () => `${REPO}/blob/main/src/index.ts`],
    ["an issue", () => `${REPO}/issues/${story().issue}`],
    ["a conversation", () => `${REPO}/pull/${story().pull}`],
    ["files changed", () => `${REPO}/pull/${story().pull}/files`],
    ["checks", () => `${REPO}/pull/${story().pull}/checks`],
    ["runs", () => `${REPO}/actions`],
    ["releases", () => `${REPO}/releases`],
  ])("fits a narrow screen: %s", async (_name, path) => {
    const page = await at(path());
    await page.setViewportSize(NARROW);
    const wide = await page.evaluate("document.documentElement.scrollWidth - window.innerWidth");
    expect(wide).toBe(0);
  });

  it("fits a narrow screen with words, lines and tables that do not", async () => {
    const long = "x".repeat(400);
    const body = `${long}\n\n\`${long}\`\n\n\`\`\`\n${long}\n\`\`\`\n\n|${" wide |".repeat(30)}\n|${"---|".repeat(30)}\n|${` ${long} |`.repeat(30)}`;
    const { data } = await test.as("admin").rest.issues.create({ ...test.at, title: long.slice(0, 250), body });
    const page = await at(`${REPO}/issues/${data.number}`);
    await page.setViewportSize(NARROW);
    expect(await page.evaluate("document.documentElement.scrollWidth - window.innerWidth")).toBe(0);
  });

  it("runs nothing that hostile Markdown brings, and loses none of its own parts to it", async () => {
    const admin = test.as("admin");
    const body = HOSTILE_MARKDOWN.map(([name, text]) => `### ${name}\n\n${text}`).join("\n\n");
    const { data } = await admin.rest.issues.create({
      ...test.at,
      title: "<script>window.hostile=1</script>",
      body: "x",
    });
    for (const [, text] of HOSTILE_MARKDOWN) {
      await admin.rest.issues.createComment({ ...test.at, issue_number: data.number, body: text });
    }
    await admin.rest.issues.createComment({ ...test.at, issue_number: data.number, body });
    const page = await at(`${REPO}/issues/${data.number}`);
    await page.locator(".timeline .card").nth(HOSTILE_MARKDOWN.length).waitFor();
    await page.evaluate("document.querySelectorAll('pre, .diagram').forEach((block) => block.scrollIntoView())");
    await expect.poll(() => page.locator("iframe.diagram:not([data-drawn])").count()).toBe(0);
    expect(await page.evaluate("window.hostile")).toBeUndefined();
    expect(await page.evaluate("document.title")).toContain("<script>");
    expect(await page.locator("#content").count()).toBe(1);
    expect(await page.locator("script").count()).toBe(1);
    expect(new URL(page.url()).origin).toBe(test.forge.url);
    await page.getByLabel("Add a comment").fill("still here");
    await page.getByRole("button", { name: "Comment", exact: true }).click();
    await page.locator(".timeline .card", { hasText: "still here" }).waitFor();
  });

  it("works without a script: the form goes and the page comes back", async () => {
    const { page } = await open({ javaScriptEnabled: false });
    await page.goto(`${test.forge.url}${REPO}/issues/${story().issue}`);
    await page.getByLabel("Add a comment").fill("without a script");
    await page.locator("form[data-form=comment] select[name=as]").selectOption("reader");
    await page.getByRole("button", { name: "Comment", exact: true }).click();
    await page.locator(".timeline .card", { hasText: "without a script" }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`${REPO}/issues/${story().issue}`);
  });

  it("is dark where the reader wants it dark", async () => {
    const { page } = await open({ colorScheme: "dark" });
    await page.goto(`${test.forge.url}/`);
    const [background, ink] = await page.locator("body").evaluate((body) => {
      const style = body.ownerDocument.defaultView?.getComputedStyle(body);
      return [style?.backgroundColor, style?.color].map((colour) => Number(/\d+/.exec(colour ?? "")?.[0]));
    });
    expect(background).toBeLessThan(60);
    expect(ink).toBeGreaterThan(180);
  });

  it("has raised no error in any of this", () => {
    expect(complaints).toEqual([]);
  });
});
