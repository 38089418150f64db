import { describe, expect, it } from "vitest";
import { startGitHttpServer } from "../../../support/git-http-server.js";
import { type Bench, oneJob, useBench, WORKFLOW } from "../../../support/run-workflow.js";

const bench = useBench();

/** Three commits of file `n`, a branch and a tag; the run's own commit comes on top. */
const fill = ({ repository }: Bench) => {
  const first = repository.commit({ n: "1" }, "first");
  repository.git("tag", "v1");
  repository.git("branch", "feature/x");
  const second = repository.commit({ n: "2" }, "second");
  return { first, second };
};

const SHOW = `
- run: |
    echo "n=$(cat n)"
    echo "head=$(git rev-parse HEAD)"
    echo "branch=$(git symbolic-ref --short HEAD || echo detached)"
    echo "commits=$(git rev-list --count HEAD)"
    echo "remotes=$(git for-each-ref --format='%(refname:short)' refs/remotes refs/tags | tr '\\n' ' ')"`;

const shown = (log: string): Record<string, string> =>
  Object.fromEntries(
    [...log.matchAll(/^(n|head|branch|commits|remotes)=(.*)$/gm)].map((match) => [match[1], match[2]?.trim()]),
  );

describe("actions/checkout", () => {
  it("checks out the run's commit on its branch, one commit deep", async () => {
    const { run, host, repository } = bench();
    fill(bench());
    const result = await run(
      oneJob(
        `- uses: actions/checkout@v4\n  id: c${SHOW}\n- run: echo "out \${{ steps.c.outputs.commit }} \${{ steps.c.outputs.ref }}"`,
      ),
    );
    expect(result.conclusion).toBe("success");
    const head = repository.git("rev-parse", "HEAD");
    expect(shown(host.log("job"))).toEqual({ n: "2", head, branch: "main", commits: "1", remotes: "origin/main" });
    expect(host.log("job")).toContain(`\nout ${head} refs/heads/main\n`);
  });

  it("checks out the run's commit even when its branch has moved on", async () => {
    const { run, host, repository } = bench();
    const { first } = fill(bench());
    const workflow = oneJob(`- uses: actions/checkout@v4${SHOW}`);
    repository.commit({ [WORKFLOW]: workflow });
    const result = await run(workflow, {
      commit: first,
      host: { ...host, readFile: async () => workflow },
    });
    expect(result.conclusion).toBe("success");
    expect(shown(host.log("job"))).toMatchObject({ n: "1", head: first, branch: "main" });
  });

  it.each([
    ["a branch", "ref: feature/x", { n: "1", branch: "feature/x", remotes: "origin/feature/x" }],
    ["a full ref", "ref: refs/heads/feature/x", { n: "1", branch: "feature/x" }],
    ["a tag", "ref: v1", { n: "1", branch: "detached", remotes: "v1" }],
    ["a full tag", "ref: refs/tags/v1", { n: "1", branch: "detached" }],
    ["a depth", "fetch-depth: 2", { n: "2", commits: "2" }],
    ["all history", "fetch-depth: 0", { n: "2", commits: "3", remotes: "origin/feature/x origin/main v1" }],
    ["all tags", "fetch-tags: true", { commits: "1", remotes: "origin/main v1" }],
    ["another repository's default branch", "repository: octo/other", { n: "2", branch: "main" }],
  ])("takes %s", async (_, input, expected) => {
    const { run, host } = bench();
    fill(bench());
    await run(oneJob(`- uses: actions/checkout@v4\n  with: { ${input} }${SHOW}`));
    expect(shown(host.log("job"))).toMatchObject(expected);
  });

  it("takes a commit that only its SHA names", async () => {
    const { run, host } = bench();
    const { first } = fill(bench());
    await run(oneJob(`- uses: actions/checkout@v4\n  with: { ref: ${first} }${SHOW}`));
    expect(shown(host.log("job"))).toMatchObject({ n: "1", head: first, branch: "detached" });
  });

  it("takes two commits into two folders, and the same folder twice", async () => {
    const { run, host } = bench();
    const { first } = fill(bench());
    const result = await run(
      oneJob(`- uses: actions/checkout@v4
  with: { path: judge }
- run: touch judge/leftover && mkdir judge/locked && touch judge/locked/x && chmod 000 judge/locked
- uses: actions/checkout@v4
  with: { path: judge }
- uses: actions/checkout@v4
  with: { path: candidate, ref: ${first} }
- run: echo "$(cat judge/n) $(cat candidate/n) $(ls judge)"`),
    );
    expect(result.conclusion).toBe("success");
    expect(host.log("job")).toContain("\n2 1 n\n");
  });

  it.each([
    ["a ref that does not exist", "ref: nobody", "a branch or tag with the name 'nobody' could not be found"],
    ["a commit that does not exist", `ref: ${"0".repeat(39)}a`, "git fetch failed"],
    ["a path outside the workspace", "path: ../elsewhere", "is not under"],
    ["an absolute path outside", "path: /tmp/factory-nowhere", "is not under"],
    ["a depth that is no number", "fetch-depth: deep", "input fetch-depth must be a whole number"],
    ["a flag that is none", "persist-credentials: maybe", "input persist-credentials"],
    ["a repository that is none", "repository: widgets", "must be owner/name"],
  ])("fails for %s", async (_, input, words) => {
    const { run, host } = bench();
    fill(bench());
    const result = await run(oneJob(`- uses: actions/checkout@v4\n  with: { ${input} }`));
    expect(result.conclusion).toBe("failure");
    expect(host.annotations()).toEqual([{ level: "error", message: expect.stringContaining(words) }]);
  });

  it("does not follow a link that an earlier step put in its way", async () => {
    const { run, host, repository } = bench();
    fill(bench());
    const result = await run(
      oneJob(`- run: ln -s ${repository.folder} door
- uses: actions/checkout@v4
  with: { path: door/n }`),
    );
    expect(result.conclusion).toBe("failure");
    expect(host.annotations()[0]?.message).toContain("is not under");
    expect(repository.git("status", "--porcelain")).toBe("");
  });
});

describe("actions/checkout over HTTP", () => {
  /** Readable with a live token of a job that may read contents. */
  const serve = async () => {
    const { host, repository } = bench();
    fill(bench());
    return startGitHttpServer(repository.folder, (token) =>
      host.tokens.some((minted) => minted.token === token && !minted.revoked && minted.permissions.contents === "read"),
    );
  };

  const workflow = (permissions: string, inputs = "") =>
    oneJob(
      `- uses: actions/checkout@v4${inputs}\n- run: cat n; echo; cat .git/config; git fetch --quiet origin`,
    ).replace("permissions: {}", `permissions: ${permissions}`);

  const viaHttp = (url: string) => ({ ...bench().host, cloneUrl: (name: string) => `${url}/${name}.git` });

  it("uses the job's token, keeps it for later steps, and never shows it", async () => {
    const server = await serve();
    const { run, host } = bench();
    const result = await run(workflow("{ contents: read }"), { host: viaHttp(server.url) });
    await server.close();
    expect(result.conclusion).toBe("success");
    expect(host.log("job")).toMatch(/extraheader = AUTHORIZATION: basic \*\*\*/);
    const basic = Buffer.from(`x-access-token:${host.tokens[0]?.token}`).toString("base64");
    expect(JSON.stringify(host.events)).not.toContain(basic);
  });

  it("keeps nothing with persist-credentials: false", async () => {
    const server = await serve();
    const { run, host } = bench();
    const result = await run(workflow("{ contents: read }", "\n  with: { persist-credentials: false }"), {
      host: viaHttp(server.url),
    });
    await server.close();
    // The checkout worked, the fetch of the later step had no credentials.
    expect(host.stepConclusions("job")).toMatchObject({ 2: "success", 3: "failure" });
    expect(host.log("job")).not.toContain("extraheader");
    expect(result.conclusion).toBe("failure");
  });

  it("fails without the permission to read contents", async () => {
    const server = await serve();
    const { run, host } = bench();
    const result = await run(workflow("{}"), { host: viaHttp(server.url) });
    await server.close();
    expect(result.conclusion).toBe("failure");
    expect(host.annotations()[0]?.message).toContain("actions/checkout: git fetch failed");
  });

  it("uses another token when given one", async () => {
    const { repository, run } = bench();
    fill(bench());
    const server = await startGitHttpServer(repository.folder, (token) => token === "other");
    const result = await run(workflow("{}", "\n  with: { token: other }"), { host: viaHttp(server.url) });
    await server.close();
    expect(result.conclusion).toBe("success");
  });
});
