import { describe, expect, it } from "vitest";
import { useForge } from "../../support/forge.js";
import { useGitHubAdapter } from "../../support/github-adapter.js";
import { asked } from "../../support/graphql.js";

const local = useForge({ files: { "SPEC.md": "# A\n" }, fieldsSeeEachOther: false });
const { adapter, observe } = useGitHubAdapter(local);
const headOfMain = async () =>
  (await local.as("read").rest.git.getRef({ ...local.at, ref: "heads/main" })).data.object.sha;

describe("a document whose later fields do not see what its earlier ones made", () => {
  it("opens no pull request on GitHub, and answers its field all the same", async () => {
    const { data } = await (await local.bot()).rest.repos.get(local.at);
    const document = `mutation ($ref: CreateRefInput!, $pull: CreatePullRequestInput!) {
      createRef(input: $ref) { ref { name } }
      createPullRequest(input: $pull) { pullRequest { number } }
    }`;
    const repositoryId = data.node_id;
    const ref = { repositoryId, name: "refs/heads/unseen", oid: await headOfMain() };
    const pull = { repositoryId, baseRefName: "main", headRefName: "unseen", title: "unseen" };
    const refused = await asked(await local.bot(), document, { ref, pull }).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      data: { createRef: { ref: { name: "unseen" } }, createPullRequest: { pullRequest: null } },
      errors: [{ type: "UNPROCESSABLE", message: expect.stringContaining("Head sha can't be blank") }],
    });
  });

  it("is taken up apart by the App: branch, commit and pull request are there once", async () => {
    const branch = "factory/apart";
    const proposal = {
      kind: "propose-files",
      key: "apart",
      branch,
      base: await headOfMain(),
      files: [{ path: "a.txt", text: "a\n" }],
      commitMessage: "a",
      title: "a",
      body: "a",
      writesWorkflows: false,
    } as const;
    await observe({ branches: [branch] });
    expect(await adapter().port.perform(adapter().repository, proposal, { isNew: true })).toBe(true);
    const { data: pulls } = await local
      .as("read")
      .rest.pulls.list({ ...local.at, head: `${local.at.owner}:${branch}` });
    expect(pulls).toHaveLength(1);
    const { data: commits } = await local.as("read").rest.repos.listCommits({ ...local.at, sha: branch });
    expect(commits).toHaveLength(2);
  });
});
