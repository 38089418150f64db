import { z } from "zod";
import { Sha } from "../../domain/ids.js";
import type { RepositoryReader, SizedBlob, TreeEntry } from "../../engine/ports.js";
import { createKnownTexts } from "../cache/known-texts.js";
import { createKnownTrees } from "../cache/known-trees.js";
import type { GitHubFor, Place } from "../client/github.js";
import { keyIn } from "../commits/commit-key.js";
import { treeEntries } from "../commits/tree-entries.js";
import { changedFiles } from "./changed-files.js";
import { blobText } from "./files-at.js";
import { readBlobs } from "./read-blobs.js";
import { versionTags } from "./version-tags.js";

const Commit = z.object({ message: z.string(), parents: z.array(z.object({ sha: Sha })) });

/** Reads commits of a repository with a read-only token. */
export function gitHubRepositoryReader(
  gitHubFor: GitHubFor,
  texts = createKnownTexts(),
  trees = createKnownTrees(),
): RepositoryReader {
  const readBlob = (place: Place, id: number, blob: Sha) => texts.get(id, blob, () => blobText(place, blob));
  return {
    async tree(repository, asked) {
      const { id, owner, name: repo } = repository;
      return trees.get(id, asked, async (commit): Promise<readonly TreeEntry[]> => {
        const gitHub = await gitHubFor(repository, { contents: "read" });
        return treeEntries({ gitHub, owner, repo }, commit);
      });
    },
    async blob(repository, blob) {
      const { id, owner, name: repo } = repository;
      const known = texts.known(id, blob);
      if (known !== undefined) return known;
      return readBlob({ gitHub: await gitHubFor(repository, { contents: "read" }), owner, repo }, id, blob);
    },
    async blobs(repository, blobs) {
      const { id, owner, name: repo } = repository;
      const found = new Map<Sha, string | null>();
      const missing = new Map<Sha, SizedBlob>();
      for (const sized of blobs) {
        const known = texts.known(id, sized.blob);
        if (known === undefined) missing.set(sized.blob, sized);
        else found.set(sized.blob, known);
      }
      if (missing.size === 0) return found;
      const place = { gitHub: await gitHubFor(repository, { contents: "read" }), owner, repo };
      for (const [blob, text] of missing.size === 1 ? [] : await readBlobs(place, [...missing.values()])) {
        found.set(blob, text === null ? null : await texts.get(id, blob, async () => text));
      }
      for (const blob of missing.keys()) if (!found.has(blob)) found.set(blob, await readBlob(place, id, blob));
      return found;
    },
    async commit(repository, commit_sha) {
      const { owner, name: repo } = repository;
      const gitHub = await gitHubFor(repository, { contents: "read" });
      const asked = { owner, repo, commit_sha };
      const { data } = await gitHub.request("GET /repos/{owner}/{repo}/git/commits/{commit_sha}", asked);
      const { parents, message } = Commit.parse(data);
      return { parents: parents.map(({ sha }) => sha), key: keyIn(message) };
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
