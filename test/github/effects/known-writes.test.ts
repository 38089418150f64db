import { describe, expect, it } from "vitest";
import { hiddenMarker } from "../../../src/render/marker.js";
import { useForge } from "../../support/forge.js";
import { openedPull, useGitHubAdapter } from "../../support/github-adapter.js";

const local = useForge({ files: { "SPEC.md": "# Notes\n", ".factory/config.yml": "{}\n" } });
const { adapter, perform, observe } = useGitHubAdapter(local);
const another = useGitHubAdapter(local);
const issue = async () => (await local.as("admin").rest.issues.create({ ...local.at, title: "status" })).data.number;
const methods = () =>
  adapter()
    .requests()
    .map((request) => request.split(" ")[0]);

describe("a comment that is kept up to date", () => {
  it("is searched for until it was found once, and is then replaced directly", async () => {
    const at = { kind: "keep-comment", key: "status", issue: await issue() } as const;
    const saying = (text: string) => ({ ...at, body: `${hiddenMarker("status")}\n${text}` });
    adapter().requests();
    await perform(saying("one"));
    await perform(saying("two"));
    expect(methods()).toEqual(["GET", "POST", "GET", "PATCH"]);
    expect(await perform(saying("three"))).toBe(true);
    expect(methods()).toEqual(["PATCH"]);
  });

  it("is posted again after it was deleted", async () => {
    const at = { kind: "keep-comment", key: "status", issue: await issue() } as const;
    const saying = (text: string) => ({ ...at, body: `${hiddenMarker("status")}\n${text}` });
    for (const text of ["one", "two"]) await perform(saying(text));
    const list = () => local.as("read").rest.issues.listComments({ ...local.at, issue_number: at.issue });
    const [current] = (await list()).data;
    await local.as("admin").rest.issues.deleteComment({ ...local.at, comment_id: current?.id ?? 0 });
    expect(await perform(saying("three"))).toBe(true);
    expect((await list()).data.map(({ body }) => body)).toEqual([saying("three").body]);
  });
});

describe("a check run", () => {
  const check = (head: string, title: string, key = "gates:1") =>
    ({
      kind: "keep-check-run",
      key,
      name: "factory / gates",
      head,
      status: { kind: "in_progress" },
      title,
      summary: title,
      text: "",
      annotations: [],
      actions: [],
    }) as const;

  it("that cannot exist yet is not searched for, and is updated directly later", async () => {
    const { head } = await openedPull(local, { branch: "factory/k1", path: "k1.txt" });
    adapter().requests();
    await adapter().port.perform(adapter().repository, check(head, "running"), { isNew: true });
    await perform(check(head, "still running"));
    expect(methods()).toEqual(["POST", "PATCH"]);
  });

  it("is searched for again once another process has made a newer one", async () => {
    const branch = "factory/k2";
    const { head } = await openedPull(local, { branch, path: "k2.txt" });
    await perform({ ...check(head, "done"), status: { kind: "completed", conclusion: "success" } });
    // Completed does not go back: a run of the same key takes its place.
    await another.perform(check(head, "running again"));
    await observe({ branches: [branch] });
    adapter().requests();
    await perform(check(head, "running for long"));
    expect(methods()).toEqual(["GET", "PATCH"]);
  });
});

it("a new verdict is posted without a search, and one that may exist is searched for", async () => {
  const { head, number } = await openedPull(local, { branch: "factory/k3", path: "k3.txt" });
  const review = { kind: "post-review", key: "CHAL-1", number, head, body: "**PASS**", comments: [] } as const;
  adapter().requests();
  expect(await adapter().port.perform(adapter().repository, review, { isNew: true })).toBe(true);
  expect(methods()).toEqual(["POST"]);
  expect(await perform(review)).toBe(false);
  expect(methods()).toEqual(["GET"]);
});
