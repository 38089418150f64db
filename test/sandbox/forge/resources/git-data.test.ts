import { describe, expect, it } from "vitest";
import { base64, commitOn, refusal, useForge } from "../../../support/forge.js";

const local = useForge();
const headOf = async (branch = "main") =>
  (await local.as("admin").rest.git.getRef({ ...local.at, ref: `heads/${branch}` })).data.object.sha;

async function commitTree(entries: object[], parent: string, message = "Change"): Promise<string> {
  const admin = local.as("admin");
  const { data: base } = await admin.rest.git.getCommit({ ...local.at, commit_sha: parent });
  const { data: tree } = await admin.rest.git.createTree({
    ...local.at,
    base_tree: base.tree.sha,
    tree: entries as never,
  });
  const { data } = await admin.rest.git.createCommit({ ...local.at, message, tree: tree.sha, parents: [parent] });
  return data.sha;
}

describe("refs", () => {
  it("are created, moved, listed and deleted, with create, push and delete events", async () => {
    const admin = local.as("admin");
    const sha = await headOf();
    await admin.rest.git.createRef({ ...local.at, ref: "refs/heads/work/one", sha });
    const next = await commitTree([{ path: "a.txt", mode: "100644", type: "blob", content: "a\n" }], sha);
    await admin.rest.git.updateRef({ ...local.at, ref: "heads/work/one", sha: next });
    const { data: found } = await admin.rest.git.listMatchingRefs({ ...local.at, ref: "heads/work" });
    expect(found.map(({ ref }) => ref)).toEqual(["refs/heads/work/one"]);
    expect((await fetch(`${local.forge.url}/api/v3/repos/acme/product/git/ref/heads/work/one`)).status).toBe(200);
    await admin.rest.git.deleteRef({ ...local.at, ref: "heads/work/one" });
    const news = await local.news();
    expect(news.map(({ event }) => event)).toEqual(["create", "push", "push", "delete", "push"]);
    expect(news[2]?.payload).toMatchObject({ before: sha, after: next, created: false, forced: false });
    expect(news[2]?.payload.commits[0]).toMatchObject({ id: next, added: ["a.txt"], removed: [], modified: [] });
    expect(news[4]?.payload).toMatchObject({ deleted: true, after: "0".repeat(40), head_commit: null, commits: [] });
  });

  it("refuse what is not a fast forward, unless forced", async () => {
    const admin = local.as("admin");
    const sha = await headOf();
    const left = await commitTree([{ path: "l", mode: "100644", type: "blob", content: "l" }], sha);
    const right = await commitTree([{ path: "r", mode: "100644", type: "blob", content: "r" }], sha);
    await admin.rest.git.createRef({ ...local.at, ref: "refs/heads/race", sha: left });
    const move = { ...local.at, ref: "heads/race", sha: right };
    expect(await refusal(admin.rest.git.updateRef(move))).toEqual({
      status: 422,
      message: "Update is not a fast forward",
    });
    await admin.rest.git.updateRef({ ...move, force: true });
    expect(await headOf("race")).toBe(right);
    expect((await local.news()).at(-1)?.payload.forced).toBe(true);
  });

  it.each([
    ["twice", "refs/heads/main", undefined, "Reference already exists"],
    ["without refs/", "heads/x", undefined, "not a valid ref name"],
    ["with two dots", "refs/heads/a..b", undefined, "not a valid ref name"],
    ["ending in .lock", "refs/heads/a.lock", undefined, "not a valid ref name"],
    ["with a space", "refs/heads/a b", undefined, "not a valid ref name"],
    ["on an unknown object", "refs/heads/x", "1".repeat(40), "Object does not exist"],
    ["on a short object name", "refs/heads/x", "1234567", "Object does not exist"],
  ])("are not created %s", async (_why, ref, sha, message) => {
    const call = local.as("admin").rest.git.createRef({ ...local.at, ref, sha: sha ?? (await headOf()) });
    expect(await refusal(call)).toMatchObject({ status: 422, message: expect.stringContaining(message) });
  });

  it("that do not exist cannot be read, moved or deleted; the default branch cannot be deleted", async () => {
    const admin = local.as("admin");
    const nowhere = { ...local.at, ref: "heads/nowhere" };
    expect(await refusal(admin.rest.git.getRef(nowhere))).toMatchObject({ status: 404 });
    const gone = { status: 422, message: "Reference does not exist" };
    expect(await refusal(admin.rest.git.updateRef({ ...nowhere, sha: await headOf() }))).toEqual(gone);
    expect(await refusal(admin.rest.git.deleteRef(nowhere))).toEqual(gone);
    expect(await refusal(admin.rest.git.deleteRef({ ...local.at, ref: "heads/main" }))).toMatchObject({ status: 422 });
  });

  it("of branches name commits only; tags may be annotated, and resolve to their commit", async () => {
    const admin = local.as("admin");
    const sha = await headOf();
    const { data: blob } = await admin.rest.git.createBlob({ ...local.at, content: "x" });
    expect(
      await refusal(admin.rest.git.createRef({ ...local.at, ref: "refs/heads/blob", sha: blob.sha })),
    ).toMatchObject({ status: 422 });
    const { data: tag } = await admin.rest.git.createTag({
      ...local.at,
      tag: "v1",
      message: "first",
      object: sha,
      type: "commit",
    });
    await admin.rest.git.createRef({ ...local.at, ref: "refs/tags/v1", sha: tag.sha });
    expect((await admin.rest.git.getTag({ ...local.at, tag_sha: tag.sha })).data).toMatchObject({
      tag: "v1",
      message: "first",
      object: { sha },
    });
    expect((await admin.rest.git.getRef({ ...local.at, ref: "tags/v1" })).data.object.type).toBe("tag");
    expect((await admin.rest.repos.getCommit({ ...local.at, ref: "v1" })).data.sha).toBe(sha);
    const wrong = { ...local.at, tag: "v2", message: "", object: sha, type: "blob" as const };
    expect(await refusal(admin.rest.git.createTag(wrong))).toMatchObject({ status: 422 });
  });
});

describe("blobs and trees", () => {
  it("keep bytes exactly", async () => {
    const admin = local.as("admin");
    const bytes = Buffer.from([0, 255, 10, 13, 128]);
    const { data } = await admin.rest.git.createBlob({
      ...local.at,
      content: bytes.toString("base64"),
      encoding: "base64",
    });
    const read = await admin.rest.git.getBlob({ ...local.at, file_sha: data.sha });
    expect(Buffer.from(read.data.content, "base64")).toEqual(bytes);
    const { data: text } = await admin.rest.git.createBlob({ ...local.at, content: "grüße" });
    const raw = await admin.rest.git.getBlob({ ...local.at, file_sha: text.sha, mediaType: { format: "raw" } });
    expect(raw.data).toBe("grüße");
    expect(await refusal(admin.rest.git.getBlob({ ...local.at, file_sha: "1".repeat(40) }))).toMatchObject({
      status: 404,
    });
  });

  it("are built on a base: added, replaced, made executable, deleted, a folder at a time", async () => {
    const admin = local.as("admin");
    const blob = (path: string, content: string, mode = "100644") => ({ path, mode, type: "blob", content });
    const first = await commitTree(
      [blob("dir/a", "a"), blob("dir/deep/b", "b"), blob("run.sh", "#!", "100755")],
      await headOf(),
    );
    const paths = async (sha: string, recursive?: string) => {
      const { data } = await admin.rest.git.getTree({
        ...local.at,
        tree_sha: sha,
        ...(recursive === undefined ? {} : { recursive }),
      });
      expect(data.truncated).toBe(false);
      return data.tree.map(({ path, mode }) => `${mode} ${path}`);
    };
    expect(await paths(first)).toEqual(["100644 README.md", "040000 dir", "100755 run.sh"]);
    expect(await paths(first, "1")).toContain("100644 dir/deep/b");
    expect(await paths(first, "0")).toContain("040000 dir/deep");
    const second = await commitTree(
      [{ path: "dir", mode: "040000", type: "tree", sha: null }, blob("dir2/c", "c")],
      first,
    );
    expect(await paths(second, "1")).toEqual(["100644 README.md", "040000 dir2", "100644 dir2/c", "100755 run.sh"]);
    const { data: whole } = await admin.rest.git.getTree({ ...local.at, tree_sha: first });
    const dir = whole.tree.find(({ path }) => path === "dir")?.sha ?? "";
    const third = await commitTree([{ path: "copy", mode: "040000", type: "tree", sha: dir }], second);
    expect(await paths(third, "1")).toContain("100644 copy/deep/b");
  });

  it.each([
    ["a blank path", { path: "", mode: "100644", type: "blob", content: "x" }, 422],
    ["a way out", { path: "../x", mode: "100644", type: "blob", content: "x" }, 422],
    ["git's own folder", { path: ".GIT/config", mode: "100644", type: "blob", content: "x" }, 422],
    ["an unknown blob", { path: "x", mode: "100644", type: "blob", sha: "1".repeat(40) }, 422],
    ["neither content nor sha", { path: "x", mode: "100644", type: "blob" }, 422],
    ["the deletion of what is not there", { path: "nothing", mode: "100644", type: "blob", sha: null }, 422],
    ["an unknown mode", { path: "x", mode: "777", type: "blob", content: "x" }, 422],
  ])("are refused with %s", async (_what, entry, status) => {
    const admin = local.as("admin");
    const { data } = await admin.rest.git.getCommit({ ...local.at, commit_sha: await headOf() });
    const call = admin.rest.git.createTree({ ...local.at, base_tree: data.tree.sha, tree: [entry as never] });
    expect(await refusal(call)).toMatchObject({ status });
  });

  it("need an existing base", async () => {
    const call = local.as("admin").rest.git.createTree({ ...local.at, base_tree: "1".repeat(40), tree: [] });
    expect(await refusal(call)).toMatchObject({ status: 404 });
  });
});

describe("commits", () => {
  it("carry the author and date given, or the caller's", async () => {
    const admin = local.as("admin");
    const parent = await headOf();
    const { data: base } = await admin.rest.git.getCommit({ ...local.at, commit_sha: parent });
    const author = { name: "Ada", email: "ada@example.com", date: "2020-01-02T03:04:05Z" };
    const requested = { ...local.at, message: "Line one\n\nBody", tree: base.tree.sha, parents: [parent] };
    const { data: signed } = await admin.rest.git.createCommit({ ...requested, author });
    expect(signed).toMatchObject({ author, committer: author, verification: { verified: false } });
    expect((await admin.rest.git.getCommit({ ...local.at, commit_sha: signed.sha })).data.message).toBe(
      "Line one\n\nBody",
    );
    const { data: own } = await (await local.bot()).rest.git.createCommit(requested);
    expect(own.author.name).toBe("software-factory[bot]");
    expect(own.verification.verified).toBe(true);
    expect(await refusal(admin.rest.git.createCommit({ ...requested, tree: "1".repeat(40) }))).toMatchObject({
      status: 422,
    });
    expect(await refusal(admin.rest.git.createCommit({ ...requested, parents: [base.tree.sha] }))).toMatchObject({
      status: 422,
    });
    expect(await refusal(admin.rest.git.getCommit({ ...local.at, commit_sha: "1".repeat(40) }))).toMatchObject({
      status: 404,
    });
  });

  it("are listed by branch, path and author, and shown with their diff", async () => {
    const admin = local.as("admin");
    await commitOn(admin, local.at, { branch: "log", path: "one.txt", text: "1\n2\n" });
    const second = await commitOn(local.as("write"), local.at, { branch: "log", path: "one.txt", text: "1\ntwo\n" });
    const list = async (filter: object) =>
      (await admin.rest.repos.listCommits({ ...local.at, sha: "log", ...filter })).data.map(
        ({ commit }) => commit.message,
      );
    expect(await list({})).toEqual(["Write one.txt", "Write one.txt", "Initial commit"]);
    expect(await list({ path: "README.md" })).toEqual(["Initial commit"]);
    expect(await list({ author: "writer@example.com" })).toEqual(["Write one.txt"]);
    expect(await list({ per_page: 1, page: 3 })).toEqual(["Initial commit"]);
    const { data: shown } = await admin.rest.repos.getCommit({ ...local.at, ref: second });
    expect(shown.author).toMatchObject({ login: "writer" });
    expect(shown.stats).toEqual({ additions: 1, deletions: 1, total: 2 });
    expect(shown.files).toMatchObject([
      { filename: "one.txt", status: "modified", patch: "@@ -1,2 +1,2 @@\n 1\n-2\n+two" },
    ]);
    const { data: sha } = await admin.rest.repos.getCommit({ ...local.at, ref: "log", mediaType: { format: "sha" } });
    expect(sha).toBe(second);
    expect(await refusal(admin.rest.repos.getCommit({ ...local.at, ref: "1".repeat(40) }))).toMatchObject({
      status: 422,
    });
    expect(await refusal(admin.rest.repos.listCommits({ ...local.at, sha: "nowhere" }))).toMatchObject({ status: 404 });
  });
});

describe("compare", () => {
  it.each([
    ["main...main", "identical", 0, 0],
    ["main...ahead", "ahead", 1, 0],
    ["ahead...main", "behind", 0, 1],
    ["ahead...aside", "diverged", 1, 1],
  ] as const)("%s is %s", async (basehead, status, ahead_by, behind_by) => {
    const admin = local.as("admin");
    await commitOn(admin, local.at, { branch: "ahead", path: "ahead.txt", text: "same every time\n" }).catch(
      () => undefined,
    );
    await commitOn(admin, local.at, { branch: "aside", path: "aside.txt", text: "same every time\n" }).catch(
      () => undefined,
    );
    const known = await admin.rest.repos.compareCommitsWithBasehead({ ...local.at, basehead: "main...ahead" });
    const { data } = await admin.rest.repos.compareCommitsWithBasehead({ ...local.at, basehead });
    const scale = known.data.ahead_by;
    expect(data).toMatchObject({ status, ahead_by: ahead_by * scale, behind_by: behind_by * scale });
    if (status === "diverged") expect(data.files?.map(({ filename }) => filename)).toEqual(["aside.txt"]);
  });

  it("answers as a diff when asked, and 404 for unknown names", async () => {
    const admin = local.as("admin");
    const diff = await admin.rest.repos.compareCommitsWithBasehead({
      ...local.at,
      basehead: "main...ahead",
      mediaType: { format: "diff" },
    });
    expect(String(diff.data)).toContain("+++ b/ahead.txt");
    const call = admin.rest.repos.compareCommitsWithBasehead({ ...local.at, basehead: "main...nowhere" });
    expect(await refusal(call)).toMatchObject({ status: 404 });
  });
});

describe("merging branches", () => {
  it("makes a merge commit, nothing when there is nothing to merge, 409 on conflict", async () => {
    const admin = local.as("admin");
    await commitOn(admin, local.at, { branch: "into", path: "a", text: "a" });
    await commitOn(admin, local.at, { branch: "from", path: "b", text: "b" });
    const { data } = await admin.rest.repos.merge({ ...local.at, base: "into", head: "from" });
    expect(data?.parents).toHaveLength(2);
    expect((await admin.rest.repos.merge({ ...local.at, base: "into", head: "from" })).status).toBe(204);
    await commitOn(admin, local.at, { branch: "clash", path: "a", text: "other" });
    expect(await refusal(admin.rest.repos.merge({ ...local.at, base: "into", head: "clash" }))).toMatchObject({
      status: 409,
    });
    expect(await refusal(admin.rest.repos.merge({ ...local.at, base: "nowhere", head: "from" }))).toMatchObject({
      status: 404,
    });
    expect(await refusal(admin.rest.repos.merge({ ...local.at, base: "into", head: "nowhere" }))).toMatchObject({
      status: 404,
    });
  });
});

describe("contents", () => {
  const put = (path: string, text: string, more: object = {}) =>
    local.as("admin").rest.repos.createOrUpdateFileContents({
      ...local.at,
      path,
      message: `Write ${path}`,
      content: base64(text),
      ...more,
    });

  it("are created, read, replaced with the right sha, and deleted", async () => {
    const admin = local.as("admin");
    const { data: made } = await put("docs/ä file.md", "one\n");
    const read = await admin.rest.repos.getContent({ ...local.at, path: "docs/ä file.md" });
    expect(read.data).toMatchObject({ type: "file", encoding: "base64", size: 4, path: "docs/ä file.md" });
    const sha = made.content?.sha ?? "";
    expect((await put("docs/ä file.md", "two\n", { sha })).status).toBe(200);
    const raw = await admin.rest.repos.getContent({
      ...local.at,
      path: "docs/ä file.md",
      mediaType: { format: "raw" },
    });
    expect(raw.data).toBe("two\n");
    expect(await refusal(put("docs/ä file.md", "three\n", { sha }))).toMatchObject({ status: 409 });
    expect(await refusal(put("docs/ä file.md", "three\n"))).toMatchObject({ status: 422 });
    const remove = (given: string) =>
      admin.rest.repos.deleteFile({ ...local.at, path: "docs/ä file.md", message: "Remove", sha: given });
    expect(await refusal(remove(sha))).toMatchObject({ status: 409 });
    const now = (await admin.rest.repos.getContent({ ...local.at, path: "docs/ä file.md" })).data as { sha: string };
    expect((await remove(now.sha)).data.content).toBeNull();
    expect(await refusal(remove(now.sha))).toMatchObject({ status: 404 });
  });

  it("list folders, with files, folders, links and submodules told apart", async () => {
    const admin = local.as("admin");
    const sha = await commitTree(
      [
        { path: "kinds/file", mode: "100644", type: "blob", content: "f" },
        { path: "kinds/dir/below", mode: "100644", type: "blob", content: "b" },
        { path: "kinds/link", mode: "120000", type: "blob", content: "file" },
        { path: "kinds/sub", mode: "160000", type: "commit", sha: "1".repeat(40) },
      ],
      await headOf(),
    );
    const { data } = await admin.rest.repos.getContent({ ...local.at, path: "kinds", ref: sha });
    expect(Array.isArray(data) && data.map(({ name, type }) => `${name} ${type}`)).toEqual([
      "dir dir",
      "file file",
      "link symlink",
      "sub submodule",
    ]);
    const { data: root } = await admin.rest.repos.getContent({ ...local.at, path: "", ref: sha });
    expect(Array.isArray(root)).toBe(true);
    const { data: link } = await admin.rest.repos.getContent({ ...local.at, path: "kinds/link", ref: sha });
    expect(link).toMatchObject({ type: "symlink", target: "file" });
  });

  it("can be downloaded from their address, from a branch with slashes, too", async () => {
    await commitOn(local.as("admin"), local.at, { branch: "deep/er", path: "a b/ü.txt", text: "raw\n" });
    const { data } = await local.as("read").rest.repos.getContent({ ...local.at, path: "a b/ü.txt", ref: "deep/er" });
    const download = Array.isArray(data) ? "" : (data.download_url ?? "");
    expect(await (await fetch(download)).text()).toBe("raw\n");
    expect((await fetch(`${download}x`)).status).toBe(404);
  });

  it("of more than 1 MB come without content", async () => {
    await put("big.txt", "x".repeat(1024 * 1024 + 1), { branch: "race" });
    const { data } = await local.as("admin").rest.repos.getContent({ ...local.at, path: "big.txt", ref: "race" });
    expect(data).toMatchObject({ encoding: "none", content: "", size: 1024 * 1024 + 1 });
  });

  it.each([
    ["a branch that does not exist", "x.txt", { branch: "nowhere" }, 404],
    ["a way out", "a/../../x", {}, 422],
    ["git's own folder", ".git/config", {}, 422],
  ])("are refused on %s", async (_what, path, more, status) => {
    const url = `/repos/acme/product/contents/${encodeURIComponent(path)}`;
    const call = local.as("admin").request(`PUT ${url}`, { message: "no", content: base64("x"), ...more });
    expect(await refusal(call)).toMatchObject({ status });
  });

  it("that do not exist are 404, as is an unknown ref", async () => {
    const admin = local.as("admin");
    expect(await refusal(admin.rest.repos.getContent({ ...local.at, path: "nothing" }))).toMatchObject({ status: 404 });
    expect(
      await refusal(admin.rest.repos.getContent({ ...local.at, path: "README.md", ref: "nowhere" })),
    ).toMatchObject({ status: 404 });
  });
});

describe("a workflow file", () => {
  const path = ".github/workflows/gates.yml";
  const write = { path, message: "Gates", content: base64("on: push\n") };
  const narrow = () => local.bot({ permissions: { contents: "write", pull_requests: "write" } });

  it("is refused to a token without the workflows permission: by contents, by tree, by ref", async () => {
    const bot = await narrow();
    expect(await refusal(bot.rest.repos.createOrUpdateFileContents({ ...local.at, ...write }))).toEqual({
      status: 403,
      message: "Resource not accessible by integration",
    });
    const tree = [{ path, mode: "100644", type: "blob", content: "on: push\n" }] as const;
    expect(await refusal(bot.rest.git.createTree({ ...local.at, tree: [...tree] }))).toMatchObject({ status: 404 });
    const sha = await commitTree([...tree], await headOf());
    const refused = await refusal(bot.rest.git.createRef({ ...local.at, ref: "refs/heads/sneak", sha }));
    expect(refused).toMatchObject({
      status: 403,
      message: expect.stringContaining("refusing to allow a GitHub App to create or update workflow"),
    });
  });

  it("is taken with the permission; moving to a commit that is there already changes none", async () => {
    const bot = await narrow();
    const before = await headOf();
    await bot.rest.git.createRef({ ...local.at, ref: "refs/heads/behind", sha: before });
    await (await local.bot()).rest.repos.createOrUpdateFileContents({ ...local.at, ...write });
    const sha = await headOf();
    const behind = { ...local.at, ref: "heads/behind" };
    await bot.rest.git.updateRef({ ...behind, sha });
    const deletion = await commitTree([{ path, mode: "100644", type: "blob", sha: null }], sha);
    expect(await refusal(bot.rest.git.updateRef({ ...behind, sha: deletion }))).toMatchObject({ status: 403 });
    const harmless = await commitTree([{ path: "x.txt", mode: "100644", type: "blob", content: "x" }], sha);
    await bot.rest.git.updateRef({ ...behind, sha: harmless });
    // Hidden between two commits that look alike.
    const changed = await commitTree([{ path, mode: "100644", type: "blob", content: "on: [push]\n" }], harmless);
    const back = await commitTree([{ path, mode: "100644", type: "blob", content: "on: push\n" }], changed);
    expect(await refusal(bot.rest.git.updateRef({ ...behind, sha: back }))).toMatchObject({ status: 403 });
  });

  it("of the base is a change for an App that merges it, not for a person", async () => {
    const admin = local.as("admin");
    await commitOn(admin, local.at, { branch: "takes-up", path: "own.txt", text: "o", from: "race" });
    const merge = { ...local.at, base: "takes-up", head: "main" };
    const refused = await refusal((await narrow()).rest.repos.merge(merge));
    expect(refused).toMatchObject({ status: 403, message: expect.stringContaining("`workflows` permission") });
    const token = "ghp_without_the_workflow_scope";
    const userId = local.forge.hub.state.logins.get("writer") ?? 0;
    local.forge.hub.state.tokens.set(token, { kind: "user", userId, scopes: ["repo"], expiresAt: null });
    const person = local.token(token);
    expect((await person.rest.repos.merge(merge)).status).toBe(201);
    const own = await commitTree([{ path, mode: "100644", type: "blob", content: "on: issues\n" }], await headOf());
    const sneak = person.rest.git.createRef({ ...local.at, ref: "refs/heads/person", sha: own });
    expect(await refusal(sneak)).toMatchObject({ status: 403, message: expect.stringContaining("`workflow` scope") });
  });
});

describe("an empty repository", () => {
  it("says so, and starts with its first file", async () => {
    const admin = local.as("admin");
    await admin.rest.repos.createInOrg({ org: local.at.owner, name: "empty" });
    const at = { owner: local.at.owner, repo: "empty" };
    for (const call of [
      admin.rest.git.getRef({ ...at, ref: "heads/main" }),
      admin.rest.repos.listCommits(at),
      admin.rest.git.createBlob({ ...at, content: "x" }),
      admin.rest.git.createTree({ ...at, tree: [] }),
    ]) {
      expect(await refusal(call)).toMatchObject({ status: 409, message: "Git Repository is empty." });
    }
    await admin.rest.repos.createOrUpdateFileContents({ ...at, path: "first", message: "First", content: base64("1") });
    expect((await admin.rest.repos.listCommits(at)).data).toHaveLength(1);
  });
});
