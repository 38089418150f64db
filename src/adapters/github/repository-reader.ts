import { z } from "zod";
import { Sha } from "../../domain/ids.js";
import type { RepositoryReader, TreeEntry } from "../../ports.js";
import { boundedCache } from "./bounded-cache.js";
import { changedFiles } from "./changed-files.js";
import type { GitHubFor } from "./github.js";
import { versionTags } from "./version-tags.js";

/** Git names contents by their hash, so what was read once never has to be read again; only room is limited. */
const KEPT_TREES = 20;
const KEPT_CHARACTERS = 50_000_000;

const Tree = z.object({
  truncated: z.boolean(),
  tree: z.array(
    z.object({ path: z.string(), type: z.string(), mode: z.string(), sha: Sha, size: z.number().optional() }),
  ),
});

/** Commits of a repository, to read from: a token that can do nothing else. */
export function gitHubRepositoryReader(gitHubFor: GitHubFor): RepositoryReader {
  const trees = boundedCache<readonly TreeEntry[]>(KEPT_TREES, () => 1);
  const blobs = boundedCache<string>(KEPT_CHARACTERS, (text) => text.length);
  return {
    async tree(repository, commit) {
      const { id, owner, name: repo } = repository;
      return trees.get(`${id}:${commit}`, async () => {
        const gitHub = await gitHubFor(repository, { contents: "read" });
        const asked = { owner, repo, tree_sha: commit, recursive: "1" };
        const { data } = await gitHub.request("GET /repos/{owner}/{repo}/git/trees/{tree_sha}", asked);
        const { truncated, tree } = Tree.parse(data);
        if (truncated) throw new Error(`${owner}/${repo} at ${commit} has more files than GitHub lists`);
        return tree
          .filter(({ type }) => type !== "tree")
          .map(({ path, sha, mode, size = 0 }) => ({ path, blob: sha, mode, size }));
      });
    },
    async blob(repository, blob) {
      const { id, owner, name: repo } = repository;
      return blobs.get(`${id}:${blob}`, async () => {
        const gitHub = await gitHubFor(repository, { contents: "read" });
        const asked = { owner, repo, file_sha: blob };
        const { data } = await gitHub.request("GET /repos/{owner}/{repo}/git/blobs/{file_sha}", asked);
        return Buffer.from(z.object({ content: z.string() }).parse(data).content, "base64").toString("utf8");
      });
    },
    async changedFiles(repository, pull) {
      const { owner, name: repo } = repository;
      return changedFiles({ gitHub: await gitHubFor(repository, { pull_requests: "read" }), owner, repo }, pull);
    },
    async versionTags(repository) {
      const { owner, name: repo } = repository;
      return versionTags({ gitHub: await gitHubFor(repository, { contents: "read" }), owner, repo });
    },
  };
}
