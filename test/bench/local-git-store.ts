import { STATE_PATH } from "../../src/domain/gates/state-paths.js";
import type { FileToWrite } from "../../src/engine/effects/effect-parts.js";
import { FactoryState } from "../../src/engine/factory-state.js";
import type { StateStore } from "../../src/engine/ports.js";
import { createBareRepository, openGitRepository, ZERO_SHA } from "../../src/sandbox/forge/git/git-repository.js";
import { textAt } from "../../src/sandbox/forge/operations/actions/discover-workflows.js";
import { writeYaml } from "../../src/yaml/yaml.js";
import { type Beginning, readState } from "../support/running/running-product.js";

const REF = "refs/heads/factory/state";
const WHO = { name: "factory", email: "factory@localhost", date: "2026-03-02T00:00:00Z", offset: "+0000" };

/** A state branch in a git repository of this machine: what a state commit costs without the way to GitHub. */
export async function localGitStore(directory: string, beginning: Beginning) {
  await createBareRepository(directory, "factory/state");
  const git = await openGitRepository(directory);
  const write = async (files: readonly FileToWrite[], message: string, parent: string | null) => {
    const blobs = await git.writeBlobs(files.map(({ text }) => Buffer.from(text)));
    const changes = files.map(({ path }, index) => ({ path, mode: "100644", sha: blobs[index] ?? null }));
    const base = parent === null ? null : ((await git.commit(parent))?.tree ?? null);
    const tree = await git.changeTree(base, changes);
    const parents = parent === null ? [] : [parent];
    const after = await git.writeCommit({ tree, parents, message, author: WHO, committer: WHO });
    return (await git.updateRefs([{ ref: REF, before: parent ?? ZERO_SHA, after }])) ? after : undefined;
  };
  const first = [...beginning.files].map(([path, text]) => ({ path, text }));
  const state = { path: STATE_PATH, text: writeYaml(beginning.state, FactoryState) };
  await write([...first, state], "begin", null);
  const store: StateStore = {
    recall: () => undefined,
    forget: () => {},
    async load() {
      const head = git.refs.get(REF) ?? "";
      return { kind: "loaded", head, state: readState((await textAt(git, head, STATE_PATH)) ?? "") };
    },
    async read(_, head, paths) {
      const texts = await Promise.all(paths.map(async (path) => [path, await textAt(git, head, path)] as const));
      return new Map(texts.flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const])));
    },
    readBlob: () => Promise.reject(new Error("nothing reads blobs here")),
    async commit(_, { expectedHead, message, files }) {
      const head = await write(files, message, expectedHead);
      return head === undefined ? { kind: "lost-race" } : { kind: "committed", head };
    },
  };
  return { store, close: git.close };
}
