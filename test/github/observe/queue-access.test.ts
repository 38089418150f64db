import { beforeAll, describe, expect, it } from "vitest";
import { PermissionNotGranted } from "../../../src/domain/errors.js";
import { gitHubForge } from "../../../src/github/forge.js";
import { useForge } from "../../support/forge.js";
import { openedPull, useGitHubAdapter } from "../../support/github-adapter.js";
import { asked, graphqlErrors } from "../../support/graphql.js";
import { MERGE_QUEUE_RULE } from "../../support/merge-queue-rule.js";

const BRANCH = "factory/queued";
const clock = { now: Date.now() };
const local = useForge({ files: { "SPEC.md": "# Notes\n" } });
const { adapter, observe } = useGitHubAdapter(local, () => clock.now);
const pull: { number: number; head: string } = { number: 0, head: "" };

beforeAll(async () => Object.assign(pull, await openedPull(local, { branch: BRANCH })));

/** The same App in an installation that was not granted the permission for merge queues. */
function ungranted() {
  const { gitHubFor, repository, ownLogin } = adapter();
  const refused: unknown[] = [];
  const port = gitHubForge(
    async (at, permissions) => {
      if (permissions.merge_queues === undefined) return gitHubFor(at, permissions);
      const error = new PermissionNotGranted(at.installation, permissions, new Error("422"));
      refused.push(permissions);
      throw error;
    },
    ownLogin,
    {
      appId: local.forge.app.id,
      installationOf: () => Promise.reject(new Error("nobody asks where there is a SPEC.md")),
      gatesWorkflow: null,
      now: () => clock.now,
    },
  );
  return { port, repository, refused };
}

const query = { branches: [BRANCH], judgedOn: {}, startLabel: "f", quickLabel: "q", labels: [], commentsSince: null };
const nothing = { commentsRead: [], requestInWork: null, gateRuns: [], startedRuns: [], remarksSince: null };
const whole = { ...query, ...nothing, stateBranch: null, sealing: false, shipped: false };

describe("what GitHub forbids to ask of a merge queue", () => {
  it("takes the whole pull request with it", async () => {
    const narrow = await local.bot({ permissions: { contents: "read", pull_requests: "read" } });
    const fields = `query ($owner: String!, $repo: String!, $number: Int!) { repository(owner: $owner, name: $repo) {
      pullRequest(number: $number) { number isMergeQueueEnabled } } }`;
    const [error] = await graphqlErrors(narrow, fields, { ...local.at, number: pull.number });
    expect(error).toMatchObject({ type: "FORBIDDEN", path: ["repository", "pullRequest", "isMergeQueueEnabled"] });
    const wider = await local.bot({ permissions: { pull_requests: "read", merge_queues: "read" } });
    expect(await asked(wider, fields, { ...local.at, number: pull.number })).toMatchObject({ repository: {} });
  });

  it("is asked with its permission", async () => {
    adapter().asked.length = 0;
    expect((await observe({ branches: [BRANCH] })).pulls).toMatchObject([{ number: pull.number, byQueue: false }]);
    expect(adapter().asked.map(({ merge_queues }) => merge_queues)).toEqual(["read"]);
  });

  it("is left out where nobody granted that, a refused merge says so, and an hour later it is tried again", async () => {
    const { port, repository, refused } = ungranted();
    const { rest } = local.as("admin");
    const { data: rule } = await rest.repos.createRepoRuleset({
      ...{ ...local.at, name: "queue", target: "branch", enforcement: "active" },
      conditions: { ref_name: { include: ["~DEFAULT_BRANCH"], exclude: [] } },
      rules: [MERGE_QUEUE_RULE],
    });
    const look = async () => (await port.observe(repository, whole)).pulls[0];
    expect(await look()).toMatchObject({ number: pull.number, byQueue: false });
    const merge = { kind: "merge-pull-request", key: "m", ...pull, title: "t", message: "m" } as const;
    expect(await port.perform(repository, merge)).toBe(false);
    expect((await look())?.mergeBlockedBy).toContain("grant it the permission Merge queues (read)");
    expect(refused).toHaveLength(1);
    clock.now += 2 * 60 * 60_000;
    await look();
    expect(refused).toHaveLength(2);
    await rest.repos.deleteRepoRuleset({ ...local.at, ruleset_id: rule.id });
  });
});
