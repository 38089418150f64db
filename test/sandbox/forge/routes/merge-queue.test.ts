import type { Octokit } from "@octokit/rest";
import { beforeAll, describe, expect, it } from "vitest";
import { useForge } from "../../../support/forge.js";
import { MERGE_QUEUE_RULE } from "../../../support/merge-queue-rule.js";

const test = useForge({ files: { "README.md": "# Queue\n" } });
const CHECK = "ci";

const ENQUEUE = `mutation ($input: EnqueuePullRequestInput!) {
  enqueuePullRequest(input: $input) { mergeQueueEntry { position state enqueuer { login } headCommit { oid } } }
}`;
const RECONCILE = `query ($owner: String!, $repo: String!, $number: Int!) { repository(owner: $owner, name: $repo) {
  pullRequest(number: $number) {
    id state isInMergeQueue isMergeQueueEnabled mergedBy { login } mergeCommit { oid parents(first: 2) { nodes { oid } } }
    timelineItems(itemTypes: [REMOVED_FROM_MERGE_QUEUE_EVENT], last: 5) { nodes {
      ... on RemovedFromMergeQueueEvent { reason beforeCommit { oid } }
    } }
  }
} }`;

// biome-ignore lint/suspicious/noExplicitAny: GitHub's answers, checked field by field below.
const peek = async (number: number): Promise<any> =>
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  (await test.as("admin").graphql<any>(RECONCILE, { ...test.at, number })).repository.pullRequest;

/** A pull request of one new file, whose own checks have succeeded. */
async function propose(gitHub: Octokit, name: string) {
  const base = (await gitHub.rest.git.getRef({ ...test.at, ref: "heads/main" })).data.object.sha;
  await gitHub.rest.git.createRef({ ...test.at, ref: `refs/heads/${name}`, sha: base });
  const content = Buffer.from(`${name}\n`).toString("base64");
  const file = { ...test.at, path: `${name}.md`, message: `Add ${name}`, content, branch: name };
  await gitHub.rest.repos.createOrUpdateFileContents(file);
  const { data } = await gitHub.rest.pulls.create({ ...test.at, title: name, head: name, base: "main" });
  return { number: data.number, head: data.head.sha };
}

const report = (sha: string, state: "success" | "failure") =>
  test.as("admin").rest.repos.createCommitStatus({ ...test.at, sha, state, context: CHECK });

async function enqueue(number: number, expectedHeadOid?: string) {
  const { id } = await peek(number);
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  const answer = await test.as("write").graphql<any>(ENQUEUE, { input: { pullRequestId: id, expectedHeadOid } });
  return answer.enqueuePullRequest.mergeQueueEntry;
}

const groups = async () =>
  (await test.as("admin").rest.git.listMatchingRefs({ ...test.at, ref: "heads/gh-readonly-queue/main/" })).data;
const mainHead = async () =>
  (await test.as("admin").rest.git.getRef({ ...test.at, ref: "heads/main" })).data.object.sha;

describe("a merge queue", () => {
  beforeAll(async () => {
    await test.as("admin").rest.repos.createRepoRuleset({
      ...test.at,
      name: "queue",
      enforcement: "active",
      target: "branch",
      conditions: { ref_name: { include: ["~DEFAULT_BRANCH"], exclude: [] } },
      rules: [
        MERGE_QUEUE_RULE,
        {
          type: "required_status_checks",
          parameters: { required_status_checks: [{ context: CHECK }], strict_required_status_checks_policy: false },
        },
      ],
    });
  });

  it("takes a pull request only with its checks, at the head that was named, and once", async () => {
    const { number, head } = await propose(test.as("write"), "first");
    expect(await peek(number)).toMatchObject({ isMergeQueueEnabled: true, isInMergeQueue: false });
    await expect(enqueue(number)).rejects.toThrow(/"ci" is expected/);
    await report(head, "success");
    await expect(enqueue(number, "0".repeat(40))).rejects.toThrow(/modified/);
    await expect(test.as("admin").rest.pulls.merge({ ...test.at, pull_number: number })).rejects.toThrow(/merge queue/);
    expect(await enqueue(number, head)).toMatchObject({ position: 1, state: "AWAITING_CHECKS" });
    await expect(enqueue(number, head)).rejects.toThrow(/already/);
    expect(await peek(number)).toMatchObject({ isInMergeQueue: true, state: "OPEN" });
  });

  it("tries each out on top of the one before it, and merges exactly what was checked", async () => {
    await test.news();
    const second = await propose(test.as("write"), "second");
    await report(second.head, "success");
    await enqueue(second.number, second.head);
    const [one, two] = await groups();
    const base = await mainHead();
    expect(one?.ref).toMatch(new RegExp(`^refs/heads/gh-readonly-queue/main/pr-\\d+-${base}$`));
    expect(two?.ref).toBe(`refs/heads/gh-readonly-queue/main/pr-${second.number}-${one?.object.sha}`);
    await report(two?.object.sha ?? "", "success");
    expect(await mainHead()).toBe(base);
    await report(one?.object.sha ?? "", "success");
    expect(await mainHead()).toBe(two?.object.sha);
    expect(await groups()).toEqual([]);
    expect(await peek(second.number)).toMatchObject({
      state: "MERGED",
      isInMergeQueue: false,
      mergedBy: { login: "github-merge-queue" },
      mergeCommit: { oid: two?.object.sha, parents: { nodes: [{ oid: one?.object.sha }] } },
    });
    const told = (await test.news()).map(
      ({ event, payload }) => `${event}.${payload.action ?? ""} ${payload.reason ?? ""}`,
    );
    expect(told).toContain("pull_request.enqueued ");
    expect(told).toContain("merge_group.checks_requested ");
    expect(told.filter((line) => line === "merge_group.destroyed merged")).toHaveLength(2);
    expect(told.filter((line) => line === "pull_request.dequeued MERGE")).toHaveLength(2);
  });

  it("removes a failing entry, says why, and tries the next one again", async () => {
    const bad = await propose(test.as("write"), "bad");
    const good = await propose(test.as("write"), "good");
    for (const { number, head } of [bad, good]) {
      await report(head, "success");
      await enqueue(number, head);
    }
    const [first] = await groups();
    await report(first?.object.sha ?? "", "failure");
    expect(await peek(bad.number)).toMatchObject({
      state: "OPEN",
      isInMergeQueue: false,
      timelineItems: { nodes: [{ reason: "CI_FAILURE", beforeCommit: { oid: bad.head } }] },
    });
    const [again] = await groups();
    expect(again?.ref).toBe(`refs/heads/gh-readonly-queue/main/pr-${good.number}-${await mainHead()}`);
    await report(again?.object.sha ?? "", "success");
    expect((await peek(good.number)).state).toBe("MERGED");
  });

  it("lets go of a pull request that gets another head or is closed", async () => {
    const moved = await propose(test.as("write"), "moved");
    await report(moved.head, "success");
    await enqueue(moved.number, moved.head);
    const content = Buffer.from("more\n").toString("base64");
    const more = { ...test.at, path: "more.md", message: "More", content, branch: "moved" };
    await test.as("write").rest.repos.createOrUpdateFileContents(more);
    expect(await peek(moved.number)).toMatchObject({ isInMergeQueue: false, state: "OPEN" });
    expect(await groups()).toEqual([]);
    const { data } = await test.as("write").rest.pulls.get({ ...test.at, pull_number: moved.number });
    await report(data.head.sha, "success");
    await enqueue(moved.number, data.head.sha);
    await test.as("write").rest.pulls.update({ ...test.at, pull_number: moved.number, state: "closed" });
    expect(await peek(moved.number)).toMatchObject({ isInMergeQueue: false, state: "CLOSED" });
    expect(await groups()).toEqual([]);
  });
});
