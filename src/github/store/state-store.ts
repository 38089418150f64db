import { z } from "zod";
import { Config } from "../../domain/config/config.js";
import { CONFIG_PATH, STATE_PATH } from "../../domain/gates/state-paths.js";
import { Sha } from "../../domain/ids.js";
import type { RepositoryRef, StateStore } from "../../engine/ports.js";
import { stateBranch } from "../../engine/state-branch.js";
import { readYaml } from "../../yaml/yaml.js";
import { boundedMap } from "../cache/bounded-map.js";
import { createKnownFiles } from "../cache/known-files.js";
import { createNewestStates } from "../cache/newest-states.js";
import type { GitHub, GitHubFor, Place } from "../client/github.js";
import { beginBranch } from "../commits/begin-branch.js";
import { commitOnBranch } from "../commits/commit-on-branch.js";
import { BLOB, Blob, blobText, readFilesAt, wholeText } from "./files-at.js";
import { interpretState } from "./interpret-state.js";

const File = z.object({ object: Blob.nullable() }).nullable();
const Branch = z.object({ target: z.object({ oid: Sha, file: File }) }).nullable();
const StateAnswer = z.object({
  repository: z.object({
    defaultBranchRef: z.object({ target: z.object({ file: File }) }).nullable(),
    ref: Branch,
    usual: Branch,
  }),
});

/** One request, one commit: file and head come from the same object, so that a later compare-and-swap is sound. */
const LOAD = `query ($owner: String!, $name: String!, $ref: String!, $usual: String!, $path: String!) {
  repository(owner: $owner, name: $name) {
    defaultBranchRef { target { ... on Commit { file(path: "${CONFIG_PATH}") { object { ${BLOB} } } } } }
    ref(qualifiedName: $ref) { target { oid ... on Commit { file(path: $path) { object { ${BLOB} } } } } }
    usual: ref(qualifiedName: $usual) { target { oid ... on Commit { file(path: $path) { object { ${BLOB} } } } } }
  }
}`;

/** The part of the configuration that locates the state. An unreadable one stops the loop later, with its reason. */
const Prefixed = z.looseObject({ branch_prefix: z.string().min(1) });
const USUAL_PREFIX = Config.parse({}).branch_prefix;

/** The configured prefix, if any. */
function prefixIn(answer: z.infer<typeof StateAnswer>): string {
  const text = answer.repository.defaultBranchRef?.target.file?.object?.text ?? null;
  const config = text === null ? null : readYaml(CONFIG_PATH, text, Prefixed);
  return config?.ok === true ? config.value.branch_prefix : USUAL_PREFIX;
}

/**
 * The state as commits of a branch, by compare-and-swap (decisions.md#compare-and-swap-commits). The branch has the
 * configured prefix; a state from before the prefix was set stays where it is.
 */
export function gitHubStateStore(gitHubFor: GitHubFor): StateStore {
  const connect = (repository: RepositoryRef, access: "read" | "write") => gitHubFor(repository, { contents: access });
  /** Where each repository's state was found last, so that one request is enough the next time. */
  const prefixes = boundedMap<string>();
  const branches = boundedMap<string>();
  const known = createKnownFiles();
  const newest = createNewestStates();

  async function findState(
    gitHub: GitHub,
    repository: RepositoryRef,
  ): Promise<z.infer<typeof StateAnswer>["repository"]> {
    const { id, owner, name } = repository;
    const ask = async (prefix: string) => {
      const [ref, usual] = [prefix, USUAL_PREFIX].map((each) => `refs/heads/${stateBranch(each)}`);
      return StateAnswer.parse(await gitHub.graphql(LOAD, { owner, name, ref, usual, path: STATE_PATH }));
    };
    const expected = prefixes.get(String(id)) ?? USUAL_PREFIX;
    const first = await ask(expected);
    const prefix = prefixIn(first);
    const answer = prefix === expected ? first : await ask(prefix);
    prefixes.set(String(id), prefix);
    const { ref, usual } = answer.repository;
    branches.set(String(id), stateBranch(ref === null && usual !== null ? USUAL_PREFIX : prefix));
    return answer.repository;
  }

  /** The branch where it was loaded from; searched again if it was evicted. */
  async function branchFor(gitHub: GitHub, repository: RepositoryRef): Promise<string> {
    const key = String(repository.id);
    if (branches.get(key) === undefined) await findState(gitHub, repository);
    return branches.get(key) ?? stateBranch(USUAL_PREFIX);
  }

  return {
    async load(repository) {
      const gitHub = await connect(repository, "read");
      const { ref, usual } = await findState(gitHub, repository);
      const target = (ref ?? usual)?.target;
      if (target === undefined) return { kind: "none" };
      const ours = newest.insteadOf(repository.id, target.oid);
      if (ours !== undefined) return interpretState(ours.head, ours.text);
      const blob = target.file?.object ?? null;
      const text = blob === null ? null : await wholeText(placeOf(gitHub, repository), blob);
      if (text !== null) newest.learn(repository.id, { head: target.oid, text });
      return interpretState(target.oid, text);
    },
    recall({ id }) {
      const [state, branch] = [newest.get(id), branches.get(String(id))];
      const loaded = state === undefined ? undefined : interpretState(state.head, state.text);
      return loaded?.kind === "loaded" && branch !== undefined ? { ...loaded, branch } : undefined;
    },
    forget: ({ id }) => newest.forget(id),
    async commit(repository, commit) {
      const gitHub = await connect(repository, "write");
      const branch = await branchFor(gitHub, repository);
      if (commit.expectedHead === null) return beginBranch(placeOf(gitHub, repository), { branch, commit });
      const { message, files, expectedHead: parent } = commit;
      const result = await commitOnBranch(placeOf(gitHub, repository), {
        branch,
        parent,
        message,
        files,
        deletions: [],
      });
      if (result.kind === "moved") return { kind: "lost-race" };
      known.follow(repository.id, { parent, head: result.head, files });
      const text = files.find(({ path }) => path === STATE_PATH)?.text;
      if (text !== undefined) newest.follow(repository.id, { parent, head: result.head, text });
      return { kind: "committed", head: result.head };
    },
    async read(repository, head, paths) {
      // A copy: a commit in the meantime makes the cache forget this head.
      const files = new Map(known.at(repository.id, head));
      const unknown = paths.filter((path) => !files.has(path));
      if (unknown.length > 0) {
        const gitHub = await connect(repository, "read");
        const read = await readFilesAt(placeOf(gitHub, repository), { head, paths: unknown });
        known.learn(repository.id, head, read);
        for (const [path, text] of read) files.set(path, text);
      }
      return new Map(paths.flatMap((path) => (files.has(path) ? [[path, files.get(path) ?? ""] as const] : [])));
    },
    async readBlob(repository, blob) {
      return blobText(placeOf(await connect(repository, "read"), repository), blob);
    },
  };
}

function placeOf(gitHub: GitHub, { owner, name: repo }: RepositoryRef): Place {
  return { gitHub, owner, repo };
}
