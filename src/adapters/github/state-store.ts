import { z } from "zod";
import type { FileToWrite } from "../../domain/factory/effect.js";
import { FactoryState } from "../../domain/factory/factory-state.js";
import { Sha } from "../../domain/ids.js";
import type { CommitResult, LoadedState, RepositoryRef, StateCommit, StateStore } from "../../ports.js";
import { readYaml } from "../../yaml.js";
import type { GitHub, GitHubFor } from "./github.js";
import { hasStatus, isStaleData } from "./stale-data.js";

export const STATE_PATH = ".factory/state.yml";

/** GitHub cuts GraphQL text at 512,000 bytes and says so; the blob is then read whole (DESIGN, 2). */
const Blob = z.object({ oid: Sha, text: z.string().nullable(), isTruncated: z.boolean() });

const StateAnswer = z.object({
  repository: z.object({
    ref: z
      .object({ target: z.object({ oid: Sha, file: z.object({ object: Blob.nullable() }).nullable() }) })
      .nullable(),
  }),
});

/** One request, one commit: file and head come from the same object, so a later compare-and-swap means what it says. */
const LOAD = `query ($owner: String!, $name: String!, $ref: String!, $path: String!) {
  repository(owner: $owner, name: $name) {
    ref(qualifiedName: $ref) {
      target { oid ... on Commit { file(path: $path) { object { ... on Blob { oid text isTruncated } } } } }
    }
  }
}`;

const COMMIT = `mutation ($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) { commit { oid } }
}`;

/** State as commits of a branch, by compare-and-swap (DESIGN, 2). */
export function gitHubStateStore(gitHubFor: GitHubFor, branch: string): StateStore {
  const connect = (repository: RepositoryRef, access: "read" | "write") => gitHubFor(repository, { contents: access });
  return {
    async load(repository) {
      const gitHub = await connect(repository, "read");
      const { owner, name } = repository;
      const answer = StateAnswer.parse(
        await gitHub.graphql(LOAD, { owner, name, ref: `refs/heads/${branch}`, path: STATE_PATH }),
      );
      const target = answer.repository.ref?.target;
      if (target === undefined) return { kind: "none" };
      const blob = target.file?.object ?? null;
      return interpret(target.oid, blob === null ? null : await wholeText(gitHub, repository, blob));
    },
    async commit(repository, commit) {
      const gitHub = await connect(repository, "write");
      return commit.expectedHead === null
        ? createBranch(gitHub, repository, branch, commit)
        : appendCommit(gitHub, repository, branch, { ...commit, expectedHead: commit.expectedHead });
    },
    async read(repository, head, paths) {
      const gitHub = await connect(repository, "read");
      const found = new Map<string, string>();
      for (const path of paths) {
        const text = await readAt(gitHub, repository, head, path);
        if (text !== null) found.set(path, text);
      }
      return found;
    },
    async readBlob(repository, blob) {
      return blobText(await connect(repository, "read"), repository, blob);
    },
  };
}

function interpret(head: Sha, text: string | null): LoadedState {
  if (text === null) {
    const message = `${STATE_PATH} is missing from the state branch; restore it from the branch's history`;
    return { kind: "unreadable", head, problem: { code: "state-missing", message } };
  }
  const state = readYaml(STATE_PATH, text, FactoryState);
  return state.ok ? { kind: "loaded", head, state: state.value } : { kind: "unreadable", head, problem: state.refusal };
}

async function wholeText(gitHub: GitHub, repository: RepositoryRef, blob: z.infer<typeof Blob>): Promise<string> {
  return blob.text !== null && !blob.isTruncated ? blob.text : blobText(gitHub, repository, blob.oid);
}

async function blobText(gitHub: GitHub, { owner, name }: RepositoryRef, blob: Sha): Promise<string> {
  const { data } = await gitHub.request("GET /repos/{owner}/{repo}/git/blobs/{file_sha}", {
    owner,
    repo: name,
    file_sha: blob,
  });
  return Buffer.from(data.content, "base64").toString("utf8");
}

async function appendCommit(
  gitHub: GitHub,
  { owner, name }: RepositoryRef,
  branch: string,
  { expectedHead, message, files }: StateCommit & { expectedHead: Sha },
): Promise<CommitResult> {
  const [headline = "", ...body] = message.split("\n");
  try {
    const answer = await gitHub.graphql(COMMIT, {
      input: {
        branch: { repositoryNameWithOwner: `${owner}/${name}`, branchName: branch },
        expectedHeadOid: expectedHead,
        message: { headline, body: body.join("\n").trim() },
        fileChanges: {
          additions: files.map(({ path, text }) => ({ path, contents: Buffer.from(text).toString("base64") })),
        },
      },
    });
    const Committed = z.object({ createCommitOnBranch: z.object({ commit: z.object({ oid: Sha }) }) });
    return { kind: "committed", head: Committed.parse(answer).createCommitOnBranch.commit.oid };
  } catch (error) {
    if (isStaleData(error)) return { kind: "lost-race" };
    throw error;
  }
}

/** The orphan's first commit: `createCommitOnBranch` needs a branch, so this one goes by tree, commit and ref. */
async function createBranch(
  gitHub: GitHub,
  { owner, name: repo }: RepositoryRef,
  branch: string,
  { message, files }: StateCommit,
): Promise<CommitResult> {
  const entries = files.map(
    ({ path, text }: FileToWrite) => ({ path, mode: "100644", type: "blob", content: text }) as const,
  );
  const tree = await gitHub.request("POST /repos/{owner}/{repo}/git/trees", { owner, repo, tree: entries });
  const commit = await gitHub.request("POST /repos/{owner}/{repo}/git/commits", {
    owner,
    repo,
    message,
    tree: tree.data.sha,
    parents: [],
  });
  try {
    await gitHub.request("POST /repos/{owner}/{repo}/git/refs", {
      owner,
      repo,
      ref: `refs/heads/${branch}`,
      sha: commit.data.sha,
    });
  } catch (error) {
    if (hasStatus(error, 422)) return { kind: "lost-race" }; // the branch exists by now: somebody else was first
    throw error;
  }
  return { kind: "committed", head: commit.data.sha };
}

async function readAt(
  gitHub: GitHub,
  { owner, name: repo }: RepositoryRef,
  ref: Sha,
  path: string,
): Promise<string | null> {
  try {
    const { data } = await gitHub.request("GET /repos/{owner}/{repo}/contents/{path}", {
      owner,
      repo,
      path,
      ref,
      headers: { accept: "application/vnd.github.raw+json" },
    });
    return z.string().parse(data);
  } catch (error) {
    if (hasStatus(error, 404)) return null;
    throw error;
  }
}
