import { describe, expect, it } from "vitest";
import { hiddenMarker } from "../../../src/render/marker.js";
import { reply } from "../../../src/sandbox/forge/http/reply.js";
import { useForge } from "../../support/forge.js";
import { useGitHubAdapter } from "../../support/github-adapter.js";
import { asked } from "../../support/graphql.js";

const local = useForge({ files: { "SPEC.md": "# Notes\n" } });
const { perform } = useGitHubAdapter(local);

const DELETE = "mutation ($id: ID!) { deleteIssue(input: { issueId: $id }) { repository { name } } }";
const KINDS = ["say", "keep-comment"] as const;
const words = (issue: number, body: string) => ({ key: "status", issue, body: `${hiddenMarker("status")}\n${body}` });

async function newIssue() {
  const { data } = await local.as("admin").rest.issues.create({ ...local.at, title: "Build it" });
  return data;
}
const commentWithKey = async (issue_number: number) =>
  (await local.as("read").rest.issues.listComments({ ...local.at, issue_number })).data.map(({ body }) => body);

/** GitHub says 404 to what the test names, while it plays. */
async function missing<T>(is: (path: string) => boolean, play: () => Promise<T>): Promise<T> {
  const end = local.forge.intercept({
    beforeRequest: ({ path }) =>
      is(path) ? { kind: "answer", reply: reply(404, { message: "Not Found" }) } : { kind: "pass" },
  });
  return play().finally(end);
}

describe.each(KINDS)("%s", (kind) => {
  it("does nothing in an issue that was deleted, with or without an earlier comment", async () => {
    const told = await newIssue();
    expect(await perform({ kind, ...words(told.number, "one") })).toBe(true);
    await perform({ kind, ...words(told.number, "one") });
    const untold = await newIssue();
    for (const { node_id: id, number } of [told, untold]) {
      await asked(local.as("admin"), DELETE, { id });
      expect(await perform({ kind, ...words(number, "two") })).toBe(false);
    }
  });

  it("fails if the comments cannot be read although the issue exists, and posts the next time", async () => {
    const { number } = await newIssue();
    const effect = { kind, ...words(number, "three") };
    const failing = missing(
      (path) => path.endsWith(`/issues/${number}/comments`),
      () => perform(effect),
    );
    await expect(failing).rejects.toMatchObject({ status: 404 });
    expect(await perform(effect)).toBe(true);
    expect(await commentWithKey(number)).toEqual([effect.body]);
  });

  it("fails if no issue can be read, because a permission is missing or GitHub is down", async () => {
    const { number } = await newIssue();
    const effect = { kind, ...words(number, "four") };
    await expect(
      missing(
        (path) => path.includes("/issues"),
        () => perform(effect),
      ),
    ).rejects.toMatchObject({ status: 404 });
    expect(await perform(effect)).toBe(true);
  });

  it("does nothing in an issue that was transferred, while others can be read", async () => {
    const { number } = await newIssue();
    const effect = { kind, ...words(number, "five") };
    expect(
      await missing(
        (path) => path.includes(`/issues/${number}`),
        () => perform(effect),
      ),
    ).toBe(false);
  });
});
