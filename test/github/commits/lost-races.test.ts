import { describe, expect, it } from "vitest";
import { createRemembered } from "../../../src/github/cache/remembered.js";
import type { GitHub, PerformContext } from "../../../src/github/client/github.js";
import { beginBranch } from "../../../src/github/commits/begin-branch.js";
import { commitOnBranch } from "../../../src/github/commits/commit-on-branch.js";
import { commitTreeOnBranch } from "../../../src/github/commits/commit-tree.js";
import { mergePullRequest } from "../../../src/github/effects/merge-pull-request.js";

/** A client that answers each question from a list and fails on any that is not on it. */
function scripted(answers: readonly ((asked: string) => unknown)[]): { gitHub: GitHub; asked: string[] } {
  const left = [...answers];
  const asked: string[] = [];
  const answer = async (what: string) => {
    asked.push(what.trim().split(/[\s(]/)[0] ?? "");
    const next = left.shift();
    if (next === undefined) throw new Error(`nobody expected ${what}`);
    return next(what);
  };
  return { asked, gitHub: { request: answer, graphql: answer } as unknown as GitHub };
}

const PARENT = "a".repeat(40);
const HEAD = "b".repeat(40);
const stale = () => {
  throw Object.assign(new Error("stale"), { errors: [{ type: "STALE_DATA", message: "Expected branch to point to" }] });
};
const refAt = (sha: string) => () => ({ data: [{ ref: "refs/heads/factory/a", object: { sha } }] });
const committed = () => ({ createCommitOnBranch: { commit: { oid: HEAD, tree: { oid: HEAD } } } });
const commit = { branch: "factory/a", parent: PARENT, message: "x", files: [{ path: "a", text: "a" }], deletions: [] };

describe("a commit that GitHub calls stale", () => {
  it("is repeated if the branch is at the expected head, because fresh refs lag", async () => {
    const { gitHub, asked } = scripted([stale, refAt(PARENT), committed]);
    expect(await commitOnBranch({ gitHub, owner: "o", repo: "r" }, commit)).toEqual({
      kind: "committed",
      head: HEAD,
      tree: HEAD,
    });
    expect(asked).toEqual(["mutation", "GET", "mutation"]);
  });

  it("is not repeated if the branch has really moved", async () => {
    const { gitHub, asked } = scripted([stale, refAt(HEAD)]);
    expect(await commitOnBranch({ gitHub, owner: "o", repo: "r" }, commit)).toEqual({ kind: "moved" });
    expect(asked).toHaveLength(2);
  });

  it("is not repeated for ever", async () => {
    const { gitHub, asked } = scripted([stale, refAt(PARENT), stale, refAt(PARENT), stale]);
    expect(await commitOnBranch({ gitHub, owner: "o", repo: "r" }, commit)).toEqual({ kind: "moved" });
    expect(asked.filter((what) => what === "mutation")).toHaveLength(3);
  });

  it("is no lost race if it failed for another reason", async () => {
    const { gitHub } = scripted([
      () => {
        throw new Error("502");
      },
    ]);
    await expect(commitOnBranch({ gitHub, owner: "o", repo: "r" }, commit)).rejects.toThrow("502");
  });
});

describe("a ref that GitHub refuses to move", () => {
  const refuse = () => {
    throw Object.assign(new Error("no"), {
      errors: [{ type: "UNPROCESSABLE", message: "Reference cannot be updated" }],
    });
  };
  const made = () => ({ data: { sha: HEAD } });
  const repository = () => ({ repository: { id: "R_1" } });
  const tree = { ...commit, tree: PARENT };
  const move = (refuses: () => unknown, at: string) => {
    const { gitHub } = scripted([made, repository, refuses, refAt(at)]);
    return commitTreeOnBranch({ gitHub, owner: "o", repo: "r" }, tree);
  };

  it("has moved when it is somewhere else", async () => {
    expect(await move(refuse, "c".repeat(40))).toEqual({ kind: "moved" });
  });

  it("was moved after all when it is where it should be", async () => {
    expect(await move(refuse, HEAD)).toEqual({ kind: "committed", head: HEAD, tree: PARENT });
  });

  it("was refused for another reason when it is where it was", async () => {
    await expect(move(refuse, PARENT)).rejects.toThrow("no");
  });

  it("is looked at after an answer that was lost, too", async () => {
    const lost = () => {
      throw Object.assign(new Error("502"), { status: 502 });
    };
    expect(await move(lost, HEAD)).toMatchObject({ kind: "committed" });
  });
});

describe("the first commit of a branch", () => {
  const made = () => ({ data: { sha: HEAD } });
  const refuse = () => {
    throw Object.assign(new Error("Reference update failed"), { status: 422 });
  };
  const first = { branch: "factory/a", commit: { expectedHead: null, message: "x", files: [] } };

  it("lost the race where the branch is there after a refusal", async () => {
    const { gitHub } = scripted([made, made, refuse, refAt(PARENT)]);
    expect(await beginBranch({ gitHub, owner: "o", repo: "r" }, first)).toEqual({ kind: "lost-race" });
  });

  it("fails with GitHub's own words where the branch is not there", async () => {
    const { gitHub } = scripted([made, made, refuse, () => ({ data: [] })]);
    await expect(beginBranch({ gitHub, owner: "o", repo: "r" }, first)).rejects.toThrow("Reference update failed");
  });
});

describe("a merge queue", () => {
  const look = (queue: object) => () => ({
    repository: {
      squashMergeAllowed: true,
      mergeCommitAllowed: true,
      rebaseMergeAllowed: true,
      pullRequest: {
        id: "PR_1",
        state: "OPEN",
        headRefOid: HEAD,
        changedFiles: 1,
        baseRefName: "main",
        isMergeQueueEnabled: true,
        isInMergeQueue: false,
        ...queue,
      },
    },
  });
  const merge = { kind: "merge-pull-request", key: "m", number: 1, head: HEAD, title: "t", message: "m" } as const;
  const adapter = (gitHub: GitHub): PerformContext => {
    const remembered = createRemembered(Date.now);
    remembered.noteDefaultBranch("o", "r", "main");
    return {
      gitHub,
      owner: "o",
      repo: "r",
      ownLogin: "factory[bot]",
      remembered,
      isNew: false,
      connect: async () => gitHub,
    };
  };

  it("gets the pull request with the judged head", async () => {
    const { gitHub, asked } = scripted([look({}), (what) => expect(what).toContain("enqueuePullRequest")]);
    expect(await mergePullRequest(adapter(gitHub), merge)).toBe(true);
    expect(asked).toEqual(["query", "mutation"]);
  });

  it("gets no second request while the pull request is in it", async () => {
    const { gitHub, asked } = scripted([look({ isInMergeQueue: true })]);
    expect(await mergePullRequest(adapter(gitHub), merge)).toBe(false);
    expect(asked).toHaveLength(1);
  });

  it("may refuse, and its message is kept", async () => {
    const refuse = () => {
      throw Object.assign(new Error("no"), { errors: [{ type: "UNPROCESSABLE", message: "Not ready." }] });
    };
    const { gitHub } = scripted([look({}), refuse]);
    const used = adapter(gitHub);
    expect(await mergePullRequest(used, merge)).toBe(false);
    expect(used.remembered.refusedMerge({ owner: "o", repo: "r", number: 1, head: HEAD })).toBe("Not ready.");
  });
});
