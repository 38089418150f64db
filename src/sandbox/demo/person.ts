import { Octokit } from "@octokit/rest";
import { Config } from "../../domain/config/config.js";
import { hasStatus } from "../../domain/errors.js";
import { STATE_PATH } from "../../domain/gates/state-paths.js";
import { orThrow } from "../../domain/refusal.js";
import type { FactoryState } from "../../engine/factory-state.js";
import { stateBranch } from "../../engine/state-branch.js";
import { StoredState } from "../../engine/state-versions.js";
import { readYaml } from "../../yaml/yaml.js";
import type { Forge } from "../forge/forge.js";
import { askedIn } from "./asked.js";

const STATE_BRANCH = stateBranch(Config.parse({}).branch_prefix);

type RequestText = { readonly body?: string; readonly labels?: readonly string[] };

/** Where the person is, and who: a forge, or whatever has its addresses. */
type PersonPlace = Pick<Forge, "url" | "repo"> & { readonly users: Pick<Forge["users"], "admin"> };

/** A comment of a person, or the approval of a pull request, which counts as one. */
export type PersonComment = { readonly key: string; readonly place: number; readonly text: string };

/** A person with admin rights, who uses GitHub only as any user can. */
export function openPerson({ url, repo: at, users }: PersonPlace) {
  const quiet = { debug() {}, info() {}, warn() {}, error() {} };
  const { rest } = new Octokit({ baseUrl: `${url}/api/v3`, auth: users.admin.token, log: quiet });
  let lastRead: { readonly text: string; readonly state: FactoryState } | undefined;
  const pulls = async () => (await rest.pulls.list({ ...at, state: "all", per_page: 100 })).data;
  const said = async (issue_number: number) =>
    (await rest.issues.listComments({ ...at, issue_number, per_page: 100 })).data.map(({ id, body }) => ({
      id,
      body: body ?? "",
    }));
  const comments = async (issue: number) => (await said(issue)).map(({ body }) => body);
  const parentOf = async (commit_sha: string) => (await rest.git.getCommit({ ...at, commit_sha })).data.parents[0]?.sha;
  return {
    login: users.admin.login,
    comment: (issue_number: number, body: string) => rest.issues.createComment({ ...at, issue_number, body }),
    /** The comments of an issue or a pull request, oldest first; `comments` has only their text. */
    said,
    comments,
    /** The wait that this issue's status comment shows. */
    asked: async (issue: number) => askedIn(await comments(issue), issue),
    /** What people wrote in the whole repository, oldest first: the newest hundred comments. */
    async peopleSaid(): Promise<PersonComment[]> {
      const newest = { sort: "created", direction: "desc", per_page: 100 } as const;
      const { data } = await rest.issues.listCommentsForRepo({ ...at, ...newest });
      return data
        .filter(({ user }) => user?.type === "User")
        .map(({ id, issue_url, body }) => ({
          key: `comment ${id}`,
          place: Number(issue_url.split("/").at(-1)),
          text: body ?? "",
        }))
        .toReversed();
    },
    /** GitHub's own approval of a pull request, as the command that it counts as. */
    async approvalsOf(pull_number: number): Promise<PersonComment[]> {
      const { data } = await rest.pulls.listReviews({ ...at, pull_number });
      return data
        .filter(({ user, state }) => user?.type === "User" && state === "APPROVED")
        .map(({ id }) => ({ key: `review ${id}`, place: pull_number, text: "/factory approve" }));
    },
    ask: async (title: string, { body = "", labels = ["factory"] }: RequestText = {}) =>
      (await rest.issues.create({ ...at, title, body, labels: [...labels] })).data.number,
    async request(issue_number: number) {
      const { data } = await rest.issues.get({ ...at, issue_number });
      const labels = data.labels.map((label) => (typeof label === "string" ? label : (label.name ?? "")));
      return { title: data.title, body: data.body ?? "", labels };
    },
    /** A file of the default branch, or of a commit; undefined if there is none. */
    async file(path: string, ref?: string): Promise<string | undefined> {
      const asked = { ...at, path, mediaType: { format: "raw" }, ...(ref === undefined ? {} : { ref }) };
      const found = await unlessMissing(rest.repos.getContent(asked));
      return found === undefined ? undefined : String(found.data);
    },
    async changeFile(path: string, text: string): Promise<void> {
      const { data } = await rest.repos.getContent({ ...at, path });
      if (Array.isArray(data)) throw new TypeError(`${path} is a folder`);
      const content = Buffer.from(text).toString("base64");
      await rest.repos.createOrUpdateFileContents({ ...at, path, message: `Change ${path}`, content, sha: data.sha });
    },
    /** The first commit of a pull request. */
    firstCommit: async (pull_number: number) =>
      (await rest.pulls.listCommits({ ...at, pull_number, per_page: 1 })).data[0]?.sha,
    pageOf: (issue: number) => `${url}/${at.owner}/${at.repo}/issues/${issue}`,
    pullPage: (pull: number) => `${url}/${at.owner}/${at.repo}/pull/${pull}`,
    merge: (pull_number: number) => rest.pulls.merge({ ...at, pull_number, merge_method: "squash" }),
    pulls,
    /** The newest pull request whose branch has this prefix. */
    pullOf: async (branch: string) => (await pulls()).find(({ head }) => head.ref.startsWith(branch)),
    releases: async () => (await rest.repos.listReleases({ ...at })).data,
    /** `.factory/state.yml`, by default on the state branch; undefined before there is one. */
    async state(ref = STATE_BRANCH): Promise<FactoryState | undefined> {
      const asked = { ...at, path: STATE_PATH, ref, mediaType: { format: "raw" } };
      const found = await unlessMissing(rest.repos.getContent(asked));
      if (found === undefined) return undefined;
      const text = String(found.data);
      // Whoever waits looks several times a second, and mostly sees the same.
      if (lastRead?.text !== text) lastRead = { text, state: orThrow(readYaml(STATE_PATH, text, StoredState)) };
      return lastRead.state;
    },
    /** The newest commit of the state branch; undefined before there is one. */
    stateHead: async () =>
      (await unlessMissing(rest.git.getRef({ ...at, ref: `heads/${STATE_BRANCH}` })))?.data.object.sha,
    /** The commits from one (from the first, if null) to another, oldest first. */
    async commitsBetween(after: string | null, head: string): Promise<string[]> {
      const commits: string[] = [];
      for (let next: string | undefined = head; next !== undefined && next !== after; next = await parentOf(next)) {
        commits.push(next);
      }
      return commits.toReversed();
    },
  };
}

async function unlessMissing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (hasStatus(error, 404)) return undefined;
    throw error;
  }
}
export type Person = ReturnType<typeof openPerson>;

/** GitHub's instants are whole seconds. An answer within the same second as its question could count as older. */
export function afterTheSecond(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1_100));
}

/** Waits until GitHub shows a value. If that takes too long even for a slow machine, the error names the value. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined>,
  patienceMs = 900_000,
): Promise<NonNullable<T>> {
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; ) {
    const seen = await ask();
    if (seen) return seen;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  throw new Error(`${what} did not come within ${patienceMs / 1000} s`);
}
