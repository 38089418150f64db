import { z } from "zod";
import type { FileToWrite } from "../../domain/factory/effect.js";
import { FactoryState } from "../../domain/factory/factory-state.js";
import { Sha } from "../../domain/ids.js";
import type { CommitResult, LoadedState, RepositoryRef, StateCommit, StateStore } from "../../ports.js";
import { readYaml } from "../../yaml.js";
import { commitOnBranch } from "./commit-on-branch.js";
import type { GitHub, GitHubFor } from "./github.js";
import { hasStatus } from "./stale-data.js";

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
      if (commit.expectedHead === null) return createBranch(gitHub, repository, branch, commit);
      const { owner, name: repo } = repository;
      const { message, files, expectedHead: parent } = commit;
      const result = await commitOnBranch({ gitHub, owner, repo }, { branch, parent, message, files, deletions: [] });
      return result.kind === "moved" ? { kind: "lost-race" } : result;
    },
    async read(repository, head, paths) {
      const gitHub = await connect(repository, "read");
      return readFiles(gitHub, repository, head, paths);
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

/** So many files by one question; their texts may be long. */
const FILES_PER_QUESTION = 20;

/** Files of one commit. What does not exist, or is no file, is left out. */
async function readFiles(
  gitHub: GitHub,
  repository: RepositoryRef,
  head: Sha,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { owner, name } = repository;
  const found = new Map<string, string>();
  for (let start = 0; start < paths.length; start += FILES_PER_QUESTION) {
    const asked = paths.slice(start, start + FILES_PER_QUESTION);
    const variables = Object.fromEntries(asked.map((path, index) => [`f${index}`, `${head}:${path}`]));
    const answer = FilesAnswer.parse(await gitHub.graphql(filesQuery(asked.length), { owner, name, ...variables }));
    for (const [index, path] of asked.entries()) {
      const blob = Blob.safeParse(answer.repository[`f${index}`]);
      if (blob.success) found.set(path, await wholeText(gitHub, repository, blob.data));
    }
  }
  return found;
}

const FilesAnswer = z.object({ repository: z.record(z.string(), z.unknown()) });

function filesQuery(count: number): string {
  const indexes = Array.from({ length: count }, (_, index) => index);
  return `query ($owner: String!, $name: String!${indexes.map((index) => `, $f${index}: String!`).join("")}) {
  repository(owner: $owner, name: $name) {
    ${indexes.map((index) => `f${index}: object(expression: $f${index}) { ... on Blob { oid text isTruncated } }`).join("\n    ")}
  }
}`;
}
