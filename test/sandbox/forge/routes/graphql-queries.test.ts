import { describe, expect, it } from "vitest";
import { commitOn, useForge } from "../../../support/forge.js";
import { asked, graphqlErrors } from "../../../support/graphql.js";

const clock = { now: Date.parse("2026-03-01T12:00:00Z") };
const local = useForge({
  clock: () => clock.now,
  files: { "README.md": "# Product\n", "src/deep/a.ts": "export const a = 1;\n" },
});
const tick = () => {
  clock.now += 1000;
};

/** A question about the seeded repository. */
const about = async (fields: string, client = local.as("read")) => {
  const { repository } = await asked(
    client,
    `query ($owner: String!, $repo: String!) { repository(owner: $owner, name: $repo) { ${fields} } }`,
    {
      owner: local.at.owner,
      repo: local.at.repo,
    },
  );
  return repository;
};
const refusedAbout = (fields: string, client = local.as("read")) =>
  graphqlErrors(
    client,
    `query ($owner: String!, $repo: String!) { repository(owner: $owner, name: $repo) { ${fields} } }`,
    {
      owner: local.at.owner,
      repo: local.at.repo,
    },
  );

describe("a repository", () => {
  it("is described as REST describes it", async () => {
    const { data } = await local.as("read").rest.repos.get(local.at);
    expect(
      await about(
        "id databaseId nameWithOwner isArchived isFork isEmpty isPrivate visibility url owner { login __typename }",
      ),
    ).toEqual({
      id: data.node_id,
      // The id does not fit into GraphQL's Int.
      databaseId: null,
      nameWithOwner: "acme/product",
      isArchived: false,
      isFork: false,
      isEmpty: false,
      isPrivate: false,
      visibility: "PUBLIC",
      url: data.html_url,
      owner: { login: "acme", __typename: "Organization" },
    });
  });

  it("that does not exist, or not for the asker, is NOT_FOUND beside a null", async () => {
    const hidden = await local.as("admin").rest.repos.createInOrg({ org: "acme", name: "hidden", private: true });
    const question = `query ($name: String!) { repository(owner: "acme", name: $name) { id } }`;
    for (const name of ["nowhere", "hidden"]) {
      expect(await graphqlErrors(local.as("stranger"), question, { name })).toEqual([
        {
          type: "NOT_FOUND",
          path: ["repository"],
          locations: [{ line: 1, column: 26 }],
          message: `Could not resolve to a Repository with the name 'acme/${name}'.`,
        },
      ]);
    }
    const byId = `query ($id: ID!) { node(id: $id) { id } }`;
    expect(await graphqlErrors(local.as("stranger"), byId, { id: hidden.data.node_id })).toMatchObject([
      { type: "NOT_FOUND" },
    ]);
    expect(await asked(local.as("admin"), byId, { id: hidden.data.node_id })).toEqual({
      node: { id: hidden.data.node_id },
    });
  });

  it("without commits is empty and has no default branch", async () => {
    await local.as("admin").rest.repos.createInOrg({ org: "acme", name: "void" });
    const { repository } = await asked(
      local.as("read"),
      `{ repository(owner: "acme", name: "void") { isEmpty defaultBranchRef { name } } }`,
    );
    expect(repository).toEqual({ isEmpty: true, defaultBranchRef: null });
  });

  it("answers at its former name, unless told not to", async () => {
    const admin = local.as("admin");
    await admin.rest.repos.createInOrg({ org: "acme", name: "before" });
    await admin.rest.repos.update({ owner: "acme", repo: "before", name: "after" });
    const { repository } = await asked(admin, `{ repository(owner: "acme", name: "before") { nameWithOwner } }`);
    expect(repository.nameWithOwner).toBe("acme/after");
    const strict = `{ repository(owner: "acme", name: "before", followRenames: false) { id } }`;
    expect(await graphqlErrors(admin, strict)).toMatchObject([{ type: "NOT_FOUND" }]);
  });
});

describe("code", () => {
  it("is read at one commit, with the head it was read at", async () => {
    const { data: main } = await local.as("read").rest.git.getRef({ ...local.at, ref: "heads/main" });
    const { ref } = await about(`ref(qualifiedName: "refs/heads/main") { name prefix target { oid ... on Commit {
      messageHeadline tree { entries { name type mode } }
      file(path: "src/deep/a.ts") { path mode object { ... on Blob { text isTruncated isBinary byteSize } } }
      none: file(path: "src/none.ts") { path }
    } } }`);
    expect(ref).toMatchObject({
      name: "main",
      prefix: "refs/heads/",
      target: {
        oid: main.object.sha,
        file: {
          path: "src/deep/a.ts",
          mode: 0o100644,
          object: { text: "export const a = 1;\n", isTruncated: false, isBinary: false, byteSize: 20 },
        },
        none: null,
      },
    });
    expect(ref.target.tree.entries).toEqual([
      { name: "README.md", type: "blob", mode: 0o100644 },
      { name: "src", type: "tree", mode: 0o040000 },
    ]);
  });

  it.each([
    ["a branch", "main", { __typename: "Commit" }],
    ["HEAD", "HEAD", { __typename: "Commit" }],
    ["a file", "main:README.md", { __typename: "Blob", text: "# Product\n" }],
    ["a folder", "main:src/deep", { __typename: "Tree", entries: [{ path: "src/deep/a.ts" }] }],
    ["the root", "main:", { __typename: "Tree", entries: [{ path: "README.md" }, { path: "src" }] }],
    ["a missing file", "main:none", null],
    ["a missing branch", "none:README.md", null],
    ["revision syntax", "main~1", null],
  ])("by expression: %s", async (_what, expression, expected) => {
    const { object } = await about(
      `object(expression: ${JSON.stringify(expression)}) { __typename ... on Blob { text } ... on Tree { entries { path } } }`,
    );
    expect(object).toEqual(expected);
  });

  it("lists refs by prefix, a page at a time", async () => {
    const admin = local.as("admin");
    const { data: main } = await admin.rest.git.getRef({ ...local.at, ref: "heads/main" });
    for (const name of ["b", "a", "c"])
      await admin.rest.git.createRef({ ...local.at, ref: `refs/heads/list/${name}`, sha: main.object.sha });
    const page = (after: string) =>
      about(
        `refs(refPrefix: "refs/heads/list/", first: 2${after}) { totalCount nodes { name } pageInfo { hasNextPage hasPreviousPage endCursor } }`,
      );
    const { refs: first } = await page("");
    expect(first).toMatchObject({
      totalCount: 3,
      nodes: [{ name: "list/a" }, { name: "list/b" }],
      pageInfo: { hasNextPage: true, hasPreviousPage: false },
    });
    const { refs: second } = await page(`, after: "${first.pageInfo.endCursor}"`);
    expect(second).toMatchObject({
      nodes: [{ name: "list/c" }],
      pageInfo: { hasNextPage: false, hasPreviousPage: true },
    });
    expect(await about(`ref(qualifiedName: "list/a") { name }`)).toEqual({ ref: { name: "list/a" } });
    expect(await about(`ref(qualifiedName: "refs/heads/none") { name }`)).toEqual({ ref: null });
  });

  it.each([
    [511_999, false],
    [512_000, false],
    [512_001, true],
  ])("of %i bytes is cut: %s", async (size, cut) => {
    const text = "x".repeat(size);
    await commitOn(local.as("admin"), local.at, { branch: "main", path: `big-${size}.txt`, text });
    const { object } = await about(
      `object(expression: "main:big-${size}.txt") { ... on Blob { text isTruncated byteSize } }`,
    );
    expect([object.text.length, object.isTruncated, object.byteSize]).toEqual([Math.min(size, 512_000), cut, size]);
  });

  it("is never cut in the middle of a character, and has no text when binary", async () => {
    await commitOn(local.as("admin"), local.at, { branch: "main", path: "wide.txt", text: `x${"é".repeat(256_000)}` });
    const { wide } = await about(`wide: object(expression: "main:wide.txt") { ... on Blob { text } }`);
    expect(wide.text).toBe(`x${"é".repeat(255_999)}`);
    await commitOn(local.as("admin"), local.at, { branch: "main", path: "bytes.bin", text: "a\0b" });
    const { bytes } = await about(`bytes: object(expression: "main:bytes.bin") { ... on Blob { text isBinary } }`);
    expect(bytes).toEqual({ text: null, isBinary: true });
  });
});

describe("pull requests", () => {
  it("are found by state and head, with reviews, commits and how they were merged", async () => {
    const { at } = local;
    const bot = await local.bot();
    const head = await commitOn(bot, at, { branch: "factory/t-1", path: "t1.txt", text: "1", message: "One\n\nbody" });
    const { data: pull } = await bot.rest.pulls.create({ ...at, title: "T1", head: "factory/t-1", base: "main" });
    await local.as("write").rest.pulls.createReview({ ...at, pull_number: pull.number, event: "APPROVE" });
    await local.as("write").rest.pulls.createReview({ ...at, pull_number: pull.number, event: "COMMENT", body: "hm" });
    const fields = `nodes { id number state headRefName headRefOid merged mergeCommit { oid } mergedBy { login }
      author { login __typename }
      reviews(states: [APPROVED], first: 10) { nodes { state author { login __typename } submittedAt commit { oid } } }
      commits(last: 1) { nodes { commit { oid message } } } }`;
    const find = async (states: string) =>
      (await about(`pullRequests(states: [${states}], headRefName: "factory/t-1", first: 5) { ${fields} }`))
        .pullRequests.nodes;
    expect(await find("OPEN")).toEqual([
      {
        id: pull.node_id,
        number: pull.number,
        state: "OPEN",
        headRefName: "factory/t-1",
        headRefOid: head,
        merged: false,
        mergeCommit: null,
        mergedBy: null,
        author: { login: "software-factory", __typename: "Bot" },
        reviews: {
          nodes: [
            {
              state: "APPROVED",
              author: { login: "writer", __typename: "User" },
              submittedAt: "2026-03-01T12:00:00Z",
              commit: { oid: head },
            },
          ],
        },
        commits: { nodes: [{ commit: { oid: head, message: "One\n\nbody" } }] },
      },
    ]);
    expect(await find("MERGED, CLOSED")).toEqual([]);
    const { data: merged } = await local
      .as("write")
      .rest.pulls.merge({ ...at, pull_number: pull.number, merge_method: "squash" });
    expect(await find("OPEN")).toEqual([]);
    expect(await find("CLOSED")).toEqual([]);
    expect(await find("MERGED")).toMatchObject([
      { state: "MERGED", merged: true, mergeCommit: { oid: merged.sha }, mergedBy: { login: "writer" } },
    ]);
    expect(await refusedAbout("pullRequest(number: 999) { id }")).toMatchObject([
      { type: "NOT_FOUND", message: "Could not resolve to a PullRequest with the number of 999." },
    ]);
  });

  it("hide a review that is not submitted from everybody but its author", async () => {
    const { at } = local;
    await commitOn(local.as("admin"), at, { branch: "pending", path: "p.txt", text: "p" });
    const { data: pull } = await local
      .as("admin")
      .rest.pulls.create({ ...at, title: "P", head: "pending", base: "main" });
    const { data: pending } = await local
      .as("write")
      .rest.pulls.createReview({ ...at, pull_number: pull.number, body: "not yet" });
    const count = async (person: "read" | "write") =>
      (
        await about(
          `pullRequest(number: ${pull.number}) { reviews(first: 5) { totalCount } mergeable isDraft changedFiles }`,
          local.as(person),
        )
      ).pullRequest;
    expect(await count("write")).toEqual({
      reviews: { totalCount: 1 },
      mergeable: "MERGEABLE",
      isDraft: false,
      changedFiles: 1,
    });
    expect((await count("read")).reviews.totalCount).toBe(0);
    const byId = "query ($id: ID!) { node(id: $id) { id } }";
    expect((await asked(local.as("write"), byId, { id: pending.node_id })).node.id).toBe(pending.node_id);
    expect(await graphqlErrors(local.as("read"), byId, { id: pending.node_id })).toMatchObject([{ type: "NOT_FOUND" }]);
  });
});

describe("issues", () => {
  it("are found by label and state, and say who put the label on", async () => {
    const { at } = local;
    const { data: issue } = await local.as("read").rest.issues.create({ ...at, title: "Build", body: "Please" });
    tick();
    await local.as("write").rest.issues.addLabels({ ...at, issue_number: issue.number, labels: ["factory"] });
    tick();
    await local.as("admin").rest.issues.removeLabel({ ...at, issue_number: issue.number, name: "factory" });
    tick();
    await local.as("admin").rest.issues.addLabels({ ...at, issue_number: issue.number, labels: ["factory"] });
    await local.as("admin").rest.issues.create({ ...at, title: "Other" });
    const { issues } =
      await about(`issues(labels: ["Factory", "unheard-of"], states: [OPEN], first: 10) { totalCount nodes {
      number title body state author { login } labels(first: 5) { nodes { name } }
      timelineItems(itemTypes: [LABELED_EVENT], last: 5) { nodes { __typename ... on LabeledEvent { createdAt actor { login } label { name } } } }
    } }`);
    expect(issues).toEqual({
      totalCount: 1,
      nodes: [
        {
          number: issue.number,
          title: "Build",
          body: "Please",
          state: "OPEN",
          author: { login: "reader" },
          labels: { nodes: [{ name: "factory" }] },
          timelineItems: {
            nodes: [
              {
                __typename: "LabeledEvent",
                createdAt: "2026-03-01T12:00:01Z",
                actor: { login: "writer" },
                label: { name: "factory" },
              },
              {
                __typename: "LabeledEvent",
                createdAt: "2026-03-01T12:00:03Z",
                actor: { login: "admin" },
                label: { name: "factory" },
              },
            ],
          },
        },
      ],
    });
    expect((await about("issues(states: [CLOSED], first: 1) { totalCount }")).issues.totalCount).toBe(0);
    const newest = await about("issues(first: 1, orderBy: { field: CREATED_AT, direction: DESC }) { nodes { title } }");
    expect(newest.issues.nodes).toEqual([{ title: "Other" }]);
  });

  it("comments are edited when their text is, and not when they are reacted to", async () => {
    const { at } = local;
    const { data: issue } = await local.as("admin").rest.issues.create({ ...at, title: "Talk" });
    const { data: comment } = await local
      .as("read")
      .rest.issues.createComment({ ...at, issue_number: issue.number, body: "/factory approve" });
    const question = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on IssueComment { fullDatabaseId body lastEditedAt author { login } issue { number } pullRequest { number } } } }`;
    const peek = async () => (await asked(local.as("admin"), question, { ids: [comment.node_id] })).nodes[0];
    tick();
    await local.as("admin").rest.reactions.createForIssueComment({ ...at, comment_id: comment.id, content: "eyes" });
    expect(await peek()).toEqual({
      fullDatabaseId: String(comment.id),
      body: "/factory approve",
      lastEditedAt: null,
      author: { login: "reader" },
      issue: { number: issue.number },
      pullRequest: null,
    });
    await local.as("read").rest.issues.updateComment({ ...at, comment_id: comment.id, body: "/factory reject" });
    expect(await peek()).toMatchObject({
      body: "/factory reject",
      lastEditedAt: new Date(clock.now).toISOString().replace(".000", ""),
    });
  });

  it("of unknown ids are null one by one, each with its error", async () => {
    const { data } = await local.as("admin").rest.repos.get(local.at);
    const error = await local
      .as("admin")
      .graphql(`query ($ids: [ID!]!) { nodes(ids: $ids) { id } }`, { ids: ["gone", data.node_id] })
      .catch((failure: { response: unknown }) => failure.response);
    expect(error).toMatchObject({
      data: { nodes: [null, { id: data.node_id }] },
      errors: [
        { type: "NOT_FOUND", path: ["nodes", 0], message: "Could not resolve to a node with the global id of 'gone'." },
      ],
    });
  });
});

describe("releases", () => {
  it("are listed with their tag and which is the latest; drafts are for writers", async () => {
    const { at } = local;
    const writer = local.as("write");
    await writer.rest.repos.createRelease({ ...at, tag_name: "g1", name: "One", body: "first" });
    const { data: draft } = await writer.rest.repos.createRelease({ ...at, tag_name: "g2", draft: true });
    const fields = `releases(first: 9) { nodes { tagName isDraft isLatest tag { name } } }
      latestRelease { name description author { login } } none: release(tagName: "g2") { id }`;
    const published = { tagName: "g1", isDraft: false, isLatest: true, tag: { name: "g1" } };
    const drafted = { tagName: "g2", isDraft: true, isLatest: false, tag: null };
    const rest = { latestRelease: { name: "One", description: "first", author: { login: "writer" } }, none: null };
    expect(await about(fields)).toEqual({ releases: { nodes: [published] }, ...rest });
    expect(await about(fields, writer)).toEqual({ releases: { nodes: [published, drafted] }, ...rest });
    const byId = "query ($id: ID!) { node(id: $id) { id } }";
    expect(await graphqlErrors(local.as("read"), byId, { id: draft.node_id })).toMatchObject([{ type: "NOT_FOUND" }]);
  });
});

describe("who asks", () => {
  it("is the viewer, by the login that REST uses", async () => {
    expect(await asked(local.as("write"), "{ viewer { login __typename } }")).toEqual({
      viewer: { login: "writer", __typename: "User" },
    });
    const bot = await local.bot();
    expect(await asked(bot, "{ viewer { login } }")).toEqual({ viewer: { login: "software-factory[bot]" } });
  });

  it("sees the limit that the headers tell", async () => {
    const { rateLimit } = await asked(local.as("stranger"), "{ rateLimit { limit remaining used cost resetAt } }");
    expect(rateLimit).toMatchObject({ limit: 5000, cost: 1 });
    expect(rateLimit.remaining + rateLimit.used).toBe(5000);
  });

  it.each([
    ["contents", `ref(qualifiedName: "main") { name }`],
    ["contents", `object(expression: "main") { oid }`],
    ["contents", "latestRelease { id }"],
    ["issues", "issues(first: 1) { totalCount }"],
    ["issues", "issue(number: 1) { id }"],
    ["pull_requests", "pullRequests(first: 1) { totalCount }"],
    ["pull_requests", "pullRequest(number: 1) { id }"],
  ])("needs %s to ask for %s", async (permission, fields) => {
    const others = { checks: "read", ...(permission === "issues" ? { contents: "read" } : { issues: "read" }) };
    const narrow = await local.bot({ permissions: others });
    expect(await refusedAbout(fields, narrow)).toMatchObject([
      { type: "FORBIDDEN", message: "Resource not accessible by integration" },
    ]);
  });
});

it("the forge finds every kind of thing by the node id that REST gives it", async () => {
  const { at } = local;
  const admin = local.as("admin");
  const head = await commitOn(admin, at, { branch: "ids", path: "ids.txt", text: "1\n" });
  const { data: pull } = await admin.rest.pulls.create({ ...at, title: "Ids", head: "ids", base: "main" });
  const { data: review } = await local.as("write").rest.pulls.createReview({
    ...at,
    pull_number: pull.number,
    event: "COMMENT",
    body: "see",
    comments: [{ path: "ids.txt", line: 1, side: "RIGHT", body: "here" }],
  });
  const { data: inline } = await admin.rest.pulls.listReviewComments({ ...at, pull_number: pull.number });
  const { data: issue } = await admin.rest.issues.create({ ...at, title: "Ids", labels: ["ids"] });
  const { data: release } = await admin.rest.repos.createRelease({ ...at, tag_name: "ids" });
  const { data: ref } = await admin.rest.git.getRef({ ...at, ref: "heads/ids" });
  const { data: commit } = await admin.rest.repos.getCommit({ ...at, ref: head });
  const { data: me } = await admin.rest.users.getAuthenticated();
  const [label] = issue.labels;
  const things = {
    PullRequest: pull,
    PullRequestReview: review,
    PullRequestReviewComment: inline[0],
    Issue: issue,
    Label: typeof label === "string" ? undefined : label,
    Release: release,
    Ref: ref,
    Commit: commit,
    User: me,
  };
  for (const [type, thing] of Object.entries(things)) {
    const id = thing?.node_id;
    expect(await asked(admin, "query ($id: ID!) { node(id: $id) { __typename id } }", { id })).toEqual({
      node: { __typename: type, id },
    });
  }
});
