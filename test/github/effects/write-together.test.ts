import { describe, expect, it } from "vitest";
import type { Effect } from "../../../src/engine/effects/effect.js";
import type { PendingEffect } from "../../../src/engine/ports.js";
import { hiddenMarker } from "../../../src/render/marker.js";
import { reply } from "../../../src/sandbox/forge/http/reply.js";
import { useForge } from "../../support/forge.js";
import { openedPull, useGitHubAdapter } from "../../support/github-adapter.js";

const local = useForge({ files: { "SPEC.md": "# Notes\n", ".factory/config.yml": "{}\n" } });
const { adapter, perform, observe } = useGitHubAdapter(local);
type CheckRun = Extract<Effect, { kind: "keep-check-run" }>;

const rest = () => local.as("read").rest;

const check = (head: string, key: string, title = "running"): CheckRun => ({
  kind: "keep-check-run",
  key,
  name: `factory / ${key}`,
  head,
  status: title === "running" ? { kind: "in_progress" } : { kind: "completed", conclusion: "failure" },
  title,
  summary: title,
  text: "",
  annotations: [{ path: "a.txt", line: 2, level: "warning", title: "here", message: "see" }],
  actions: [],
});
const status = (issue: number, text: string) =>
  ({ kind: "keep-comment", key: "status", issue, body: `${hiddenMarker("status")}\n${text}` }) as const;
const review = (number: number, head: string, key: string) =>
  ({ kind: "post-review", key, number, head, body: "**PASS**", comments: [] }) as const;
const marks = (issue: number) =>
  ({
    kind: "keep-marks",
    key: `marks:${issue}`,
    issue,
    labels: ["factory:task"],
    ours: [],
    assign: [],
    unassign: [],
  }) as const;

const together = (effects: readonly PendingEffect["effect"][], isNew = true) =>
  adapter().port.performTogether?.(
    adapter().repository,
    effects.map((effect) => ({ effect, due: { isNew } })),
  );
const requests = () =>
  adapter()
    .requests()
    .map((request) => (request.endsWith("/graphql") ? "graphql" : request));

/** A pull request that was looked at, and a status comment that was found once. */
async function scene(branch: string) {
  const { number, head } = await openedPull(local, { branch });
  const issue = (await local.as("admin").rest.issues.create({ ...local.at, title: "status" })).data.number;
  for (const text of ["one", "two"]) await perform(status(issue, text));
  await observe({ branches: [branch], labels: ["factory:task"] });
  adapter().requests();
  adapter().asked.length = 0;
  return { number, head, issue };
}
const runsOn = async (ref: string) => (await rest().checks.listForRef({ ...local.at, ref })).data.check_runs;
const saidOn = async (issue_number: number) =>
  (await rest().issues.listComments({ ...local.at, issue_number })).data.map(({ body }) => body);

describe("effects that are written together", () => {
  it("use one request with a token for exactly these, each as if it were alone", async () => {
    await local.as("admin").rest.issues.createLabel({ ...local.at, name: "factory:task" });
    const { number, head, issue } = await scene("factory/w1");
    const effects = [check(head, "a"), review(number, head, "CHAL-1"), marks(number), status(issue, "three")];
    expect(await together(effects)).toEqual([true, true, true, true]);
    expect(requests()).toEqual(["graphql"]);
    expect(adapter().asked).toEqual([{ checks: "write", issues: "write", pull_requests: "write" }]);
    const [folded] = await runsOn(head);
    expect(folded).toMatchObject({ name: "factory / a", external_id: "a", status: "in_progress" });
    expect(folded?.output).toMatchObject({ title: "running", annotations_count: 1 });
    const { data: reviews } = await rest().pulls.listReviews({ ...local.at, pull_number: number });
    expect(reviews).toMatchObject([
      { body: `${hiddenMarker("CHAL-1")}\n**PASS**`, state: "COMMENTED", commit_id: head },
    ]);
    const { data } = await rest().issues.get({ ...local.at, issue_number: number });
    expect(data.labels).toMatchObject([{ name: "factory:task" }]);
    expect(await saidOn(issue)).toEqual([status(issue, "three").body]);
  });

  it("update what was written before directly", async () => {
    const { head, issue } = await scene("factory/w2");
    const bare = (key: string, title: string) => ({ ...check(head, key, title), annotations: [] });
    await together([bare("a", "running"), status(issue, "three")]);
    const before = await runsOn(head);
    adapter().requests();
    await together([bare("a", "Failed"), bare("b", "Failed"), status(issue, "four")]);
    expect(requests()).toEqual(["graphql"]);
    const runs = (await runsOn(head)).toSorted((a, b) => a.id - b.id);
    expect(runs.map(({ external_id, conclusion }) => [external_id, conclusion])).toEqual([
      ["a", "failure"],
      ["b", "failure"],
    ]);
    expect(runs[0]?.id).toBe(before[0]?.id);
  });

  it("do not block each other: a refused one is performed by itself, and the others not twice", async () => {
    const { number, head, issue } = await scene("factory/w3");
    const [current] = (await rest().issues.listComments({ ...local.at, issue_number: issue })).data;
    await local.as("admin").rest.issues.deleteComment({ ...local.at, comment_id: current?.id ?? 0 });
    const lost = { ...review(number, "0".repeat(40), "CHAL-2") };
    expect(await together([check(head, "a"), status(issue, "three"), lost])).toEqual([true, true, true]);
    expect(await saidOn(issue)).toEqual([status(issue, "three").body]);
    expect(await runsOn(head)).toHaveLength(1);
    expect((await rest().pulls.listReviews({ ...local.at, pull_number: number })).data).toHaveLength(1);
  });

  it("are searched for one by one if they may exist already, and skipped if they do", async () => {
    const { number, head, issue } = await scene("factory/w4");
    const effects = [{ ...check(head, "a"), annotations: [] }, review(number, head, "CHAL-3"), status(issue, "three")];
    await together(effects);
    adapter().requests();
    expect(await together(effects, false)).toEqual([false, false, false]);
    expect(requests().every((request) => request.startsWith("GET"))).toBe(true);
  });

  it("fail together if GitHub answers nothing at all", async () => {
    const { head, issue } = await scene("factory/w5");
    const remove = local.forge.intercept({
      beforeRequest: ({ path }) =>
        path.endsWith("/graphql")
          ? { kind: "answer", reply: reply(502, { message: "Bad Gateway" }) }
          : { kind: "pass" },
    });
    await expect(together([check(head, "a"), status(issue, "three")])).rejects.toMatchObject({ status: 502 });
    remove();
    expect(await runsOn(head)).toEqual([]);
  });
});
