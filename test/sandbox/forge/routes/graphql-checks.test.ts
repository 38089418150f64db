import { describe, expect, it } from "vitest";
import { useForge } from "../../../support/forge.js";
import { openedPull } from "../../../support/github-adapter.js";
import { asked, graphqlErrors } from "../../../support/graphql.js";

const local = useForge();
const AT = (fields: string) =>
  `query ($owner: String!, $name: String!, $number: Int!) { repository(owner: $owner, name: $name) {
    pullRequest(number: $number) { ${fields} } } }`;
const variables = (number: number) => ({ owner: local.at.owner, name: local.at.repo, number });
const suites = (filter: string, runs = "") => `commits(last: 1) { nodes { commit { checkSuites(first: 10${filter}) {
  totalCount nodes { status conclusion app { slug databaseId } checkRuns(first: 10${runs}) {
    nodes { name externalId status conclusion title summary } } } } } } }`;

describe("checks by GraphQL", () => {
  it("shows each App's runs on a commit with what they say, the newest of a name unless all are asked for", async () => {
    const bot = await local.bot();
    const { number, head } = await openedPull(local, { branch: "checked" });
    const run = { ...local.at, name: "gates", head_sha: head, output: { title: "t", summary: "s" } };
    await bot.rest.checks.create({ ...run, external_id: "one", conclusion: "failure" });
    await bot.rest.checks.create({ ...run, external_id: "two", conclusion: "success" });
    const read = async (filter: string, runs = "") => {
      const answer = await asked(bot, AT(suites(filter, runs)), variables(number));
      return answer.repository.pullRequest.commits.nodes[0].commit.checkSuites;
    };
    const { id, slug } = local.forge.app;
    expect((await read("")).nodes).toEqual([
      {
        status: "COMPLETED",
        conclusion: "SUCCESS",
        app: { slug, databaseId: id },
        checkRuns: {
          nodes: [
            { name: "gates", externalId: "two", status: "COMPLETED", conclusion: "SUCCESS", title: "t", summary: "s" },
          ],
        },
      },
    ]);
    expect((await read("", ", filterBy: { checkType: ALL }")).nodes[0].checkRuns.nodes).toHaveLength(2);
    expect((await read(`, filterBy: { appId: ${id + 1} }`)).totalCount).toBe(0);
    expect((await read(', filterBy: { checkName: "other" }')).totalCount).toBe(0);
    expect((await read(', filterBy: { checkName: "gates" }')).totalCount).toBe(1);
  });

  it("hides them from callers without access to checks", async () => {
    const { number } = await openedPull(local, { branch: "hidden" });
    const narrow = await local.bot({ permissions: { contents: "read", pull_requests: "read" } });
    const errors = await graphqlErrors(narrow, AT(suites("")), variables(number));
    expect(errors[0]?.type).toBe("FORBIDDEN");
  });
});

describe("a pull request by GraphQL", () => {
  it("lists the files it changes", async () => {
    const { number } = await openedPull(local, { branch: "files", path: "new.txt" });
    const bot = await local.bot();
    const fields = "files(first: 5) { totalCount nodes { path changeType additions deletions } }";
    const { repository } = await asked(bot, AT(fields), variables(number));
    expect(repository.pullRequest.files).toEqual({
      totalCount: 1,
      nodes: [{ path: "new.txt", changeType: "ADDED", additions: 3, deletions: 0 }],
    });
  });

  it("says who closed it, and nothing while it is open", async () => {
    const { number } = await openedPull(local, { branch: "closing" });
    const fields =
      "timelineItems(itemTypes: [CLOSED_EVENT], last: 1) { nodes { ... on ClosedEvent { actor { login } } } }";
    const bot = await local.bot();
    const closings = async () =>
      (await asked(bot, AT(fields), variables(number))).repository.pullRequest.timelineItems.nodes;
    expect(await closings()).toEqual([]);
    await local.as("write").rest.pulls.update({ ...local.at, pull_number: number, state: "closed" });
    expect(await closings()).toEqual([{ actor: { login: local.forge.users.write.login } }]);
  });

  it("says what its reviews amount to", async () => {
    const { number } = await openedPull(local, { branch: "decided" });
    const bot = await local.bot();
    const decision = async () =>
      (await asked(bot, AT("reviewDecision"), variables(number))).repository.pullRequest.reviewDecision;
    expect(await decision()).toBeNull();
    const review = { ...local.at, pull_number: number };
    await local.as("write").rest.pulls.createReview({ ...review, event: "REQUEST_CHANGES", body: "no" });
    expect(await decision()).toBe("CHANGES_REQUESTED");
    await local.as("write").rest.pulls.createReview({ ...review, event: "APPROVE" });
    expect(await decision()).toBe("APPROVED");
  });
});
