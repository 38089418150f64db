import { request } from "node:http";
import { beforeEach, describe, expect, it } from "vitest";
import { useForge } from "../../../support/forge.js";
import { STORY_FILES, useStory } from "../../../support/pages-story.js";

const test = useForge({ files: STORY_FILES });
const story = useStory(test);
const REPO = "/acme/product";

beforeEach(async () => {
  await test.news();
});

type Fields = readonly (readonly [string, string])[];
type Sent = {
  readonly status: number;
  readonly text: string;
  readonly location: string | null;
  readonly cookie: string;
};

async function send(path: string, fields: Fields, headers: Record<string, string> = {}): Promise<Sent> {
  const response = await fetch(`${test.forge.url}${path}`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])),
    headers: { origin: test.forge.url, "sec-fetch-site": "same-origin", ...headers },
  });
  const { status } = response;
  const cookie = response.headers.get("set-cookie") ?? "";
  return { status, cookie, location: response.headers.get("location"), text: await response.text() };
}

const refusalIn = ({ text }: Sent) => /<p data-refusal>([^<]*)</.exec(text)?.[1];
const comment = (as: string, body: string, more: Fields = []): Fields => [["as", as], ["body", body], ...more];
const newsOf = async () =>
  (await test.news()).map(({ event, payload }) => [event, payload.action, payload.sender.login]);

describe("a comment", () => {
  it("is written as whoever was chosen, and the App hears of it", async () => {
    const { issue } = story();
    const sent = await send(`${REPO}/issues/${issue}/comments`, comment("reader", "/factory status"));
    expect(sent).toMatchObject({ status: 303, location: `${REPO}/issues/${issue}` });
    const { data } = await test.as("admin").rest.issues.listComments({ ...test.at, issue_number: issue });
    expect(data.at(-1)).toMatchObject({ body: "/factory status", user: { login: "reader" } });
    expect(await newsOf()).toEqual([["issue_comment", "created", "reader"]]);
  });

  it("of a pull request leads back to the pull request", async () => {
    const { pull } = story();
    const sent = await send(`${REPO}/issues/${pull}/comments`, comment("admin", "Well"));
    expect(sent.location).toBe(`${REPO}/pull/${pull}`);
  });

  it("makes its writer the one who is chosen next time", async () => {
    const { issue } = story();
    const sent = await send(`${REPO}/issues/${issue}/comments`, comment("writer", "Hello"));
    expect(sent.cookie).toBe("person=writer; Path=/; SameSite=Strict; HttpOnly");
    const page = await fetch(`${test.forge.url}${REPO}/issues/${issue}`, { headers: { cookie: "a=b; person=writer" } });
    expect(await page.text()).toContain('<option value="writer" selected>');
    const other = await fetch(`${test.forge.url}${REPO}/issues/${issue}`, { headers: { cookie: "person=nobody" } });
    expect(await other.text()).toContain('<option value="admin" selected>');
  });

  it.each<readonly [string, Fields, string]>([
    ["nobody", [["body", "x"]], "The form is not complete."],
    ["somebody unknown", comment("ghost", "x"), "There is no person named ghost here."],
    ["a bot", comment("software-factory[bot]", "x"), "There is no person named software-factory[bot] here."],
    ["an organisation", comment("acme", "x"), "There is no person named acme here."],
    ["somebody without words", comment("admin", ""), "Write something first: the comment is empty."],
    ["somebody with nothing but white space", comment("admin", " \n"), "Write something first"],
  ])("by %s is refused", async (_name, fields, words) => {
    const sent = await send(`${REPO}/issues/${story().issue}/comments`, fields);
    expect(sent.status).toBe(422);
    expect(refusalIn(sent)).toContain(words);
    expect(await newsOf()).toEqual([]);
  });

  it("on what is not there is refused", async () => {
    expect((await send(`${REPO}/issues/99/comments`, comment("admin", "x"))).status).toBe(404);
  });

  it("on a locked issue needs the right to write, as everywhere", async () => {
    const { issue } = story();
    await test.as("admin").rest.issues.lock({ ...test.at, issue_number: issue });
    const sent = await send(`${REPO}/issues/${issue}/comments`, comment("reader", "x"));
    expect([sent.status, refusalIn(sent)]).toEqual([403, "Unable to create comment because issue is locked."]);
    await test.as("admin").rest.issues.unlock({ ...test.at, issue_number: issue });
  });

  it("can close the issue, with or without words, and open it again", async () => {
    const { issue } = story();
    const path = `${REPO}/issues/${issue}/comments`;
    expect((await send(path, comment("admin", "Enough", [["afterwards", "close"]]))).status).toBe(303);
    expect(await newsOf()).toEqual([
      ["issue_comment", "created", "admin"],
      ["issues", "closed", "admin"],
    ]);
    expect((await send(path, comment("admin", " ", [["afterwards", "reopen"]]))).status).toBe(303);
    expect(await newsOf()).toEqual([["issues", "reopened", "admin"]]);
  });

  it("of somebody without rights cannot close", async () => {
    const sent = await send(
      `${REPO}/issues/${story().issue}/comments`,
      comment("reader", "", [["afterwards", "close"]]),
    );
    expect(sent.status).toBe(403);
  });
});

describe("an issue", () => {
  it("is opened with its labels", async () => {
    const sent = await send(`${REPO}/issues`, [
      ["as", "admin"],
      ["title", "More"],
      ["body", "Please"],
      ["labels", "factory"],
      ["labels", "bug"],
    ]);
    expect(sent).toMatchObject({ status: 303, location: `${REPO}/issues/3` });
    const { data } = await test.as("admin").rest.issues.get({ ...test.at, issue_number: 3 });
    expect(data).toMatchObject({ title: "More", body: "Please", user: { login: "admin" } });
    expect(data.labels.map((label) => (typeof label === "string" ? label : label.name))).toEqual(["factory", "bug"]);
    expect(await newsOf()).toContainEqual(["issues", "opened", "admin"]);
  });

  it("needs a title", async () => {
    expect((await send(`${REPO}/issues`, [["as", "admin"]])).status).toBe(422);
  });

  it("gains and loses a label", async () => {
    const { issue } = story();
    const change = (kind: string): Fields => [
      ["as", "writer"],
      ["label", "a b"],
      ["change", kind],
    ];
    await send(`${REPO}/issues/${issue}/labels`, change("add"));
    expect(await newsOf()).toContainEqual(["issues", "labeled", "writer"]);
    const sent = await send(`${REPO}/issues/${issue}/labels`, change("remove"));
    expect(sent.location).toBe(`${REPO}/issues/${issue}`);
    expect(await newsOf()).toEqual([["issues", "unlabeled", "writer"]]);
  });
});

describe("a pull request", () => {
  it("is reviewed", async () => {
    const { pull } = story();
    const review = (as: string): Fields => [
      ["as", as],
      ["body", "Good"],
      ["event", "APPROVE"],
    ];
    expect((await send(`${REPO}/pull/${pull}/reviews`, review("writer"))).location).toBe(`${REPO}/pull/${pull}`);
    expect(await newsOf()).toEqual([["pull_request_review", "submitted", "writer"]]);
    const own = await send(`${REPO}/pull/${pull}/reviews`, review("admin"));
    expect([own.status, refusalIn(own)]).toEqual([
      422,
      "Unprocessable Entity: Review Can not approve your own pull request",
    ]);
  });

  it("has buttons on its check, for those who may write", async () => {
    const { check, pull } = story();
    const press = (as: string, identifier: string): Fields => [
      ["as", as],
      ["identifier", identifier],
    ];
    const sent = await send(`${REPO}/runs/${check}/actions`, press("writer", "retry"));
    expect(sent.location).toBe(`${REPO}/pull/${pull}/checks`);
    const [news] = await test.news();
    expect([news?.event, news?.payload.action, news?.payload.requested_action]).toEqual([
      "check_run",
      "requested_action",
      { identifier: "retry" },
    ]);
    expect((await send(`${REPO}/runs/${check}/actions`, press("reader", "retry"))).status).toBe(403);
    expect((await send(`${REPO}/runs/${check}/actions`, press("writer", "unknown"))).status).toBe(404);
    expect((await send(`${REPO}/runs/1/actions`, press("writer", "retry"))).status).toBe(404);
    expect(await newsOf()).toEqual([]);
  });

  it("has its check run again", async () => {
    const { check } = story();
    expect(
      (
        await send(`${REPO}/runs/${check}/actions`, [
          ["as", "writer"],
          ["again", "1"],
        ])
      ).status,
    ).toBe(303);
    expect(await newsOf()).toEqual([["check_run", "rerequested", "writer"]]);
  });

  it("is merged by those who may", async () => {
    const { pull } = story();
    const merge = (as: string): Fields => [
      ["as", as],
      ["method", "squash"],
    ];
    expect((await send(`${REPO}/pull/${pull}/merge`, merge("reader"))).status).toBe(403);
    expect((await send(`${REPO}/pull/${pull}/merge`, merge("admin"))).location).toBe(`${REPO}/pull/${pull}`);
    const page = await (await fetch(`${test.forge.url}${REPO}/pull/${pull}`)).text();
    expect(page).toMatch(/Merged/);
    expect(page).toMatch(/merged this as <a href="\/acme\/product\/commit\/[0-9a-f]{40}"><code>[0-9a-f]{7}</);
    expect(await newsOf()).toContainEqual(["pull_request", "closed", "admin"]);
  });
});

describe("another site", () => {
  const fields = comment("admin", "/factory approve");
  const path = () => `${REPO}/issues/${story().issue}/comments`;

  it.each<readonly [string, Record<string, string>]>([
    ["names itself as the origin", { origin: "https://attacker.example" }],
    ["hides its origin", { origin: "null" }],
    ["is at another port of this machine", { origin: "http://127.0.0.1:1" }],
    ["is named by the browser", { "sec-fetch-site": "cross-site" }],
    ["is a neighbour", { "sec-fetch-site": "same-site" }],
  ])("cannot send a form when it %s", async (_name, headers) => {
    const sent = await send(path(), fields, headers);
    expect([sent.status, refusalIn(sent)]).toEqual([403, "Forms are taken from these pages only."]);
    expect(await newsOf()).toEqual([]);
  });

  it("cannot send one without an origin at all", async () => {
    const response = await fetch(`${test.forge.url}${path()}`, {
      method: "POST",
      body: new URLSearchParams("as=admin&body=x"),
    });
    expect(response.status).toBe(403);
  });

  it("cannot read a page through a name of its own", async () => {
    const { port } = new URL(test.forge.url);
    const ask = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const asked = request({ host: "127.0.0.1", port, path: "/", headers: { host } }, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        asked.on("error", reject).end();
      });
    expect(await ask(`attacker.example:${port}`)).toBe(403);
    expect(await ask(`127.0.0.1:${port}`)).toBe(200);
    expect(await ask(`localhost:${port}`)).toBe(200);
  });
});
