import { Octokit } from "@octokit/rest";
import type { Forge } from "../forge/forge.js";

/** A person with admin rights, who sees and does what anybody can on GitHub, and nothing else. */
export function openPerson({ url, repo: at, users }: Pick<Forge, "url" | "repo" | "users">) {
  const quiet = { debug() {}, info() {}, warn() {}, error() {} };
  const { rest } = new Octokit({ baseUrl: `${url}/api/v3`, auth: users.admin.token, log: quiet });
  const pulls = async () => (await rest.pulls.list({ ...at, state: "all", per_page: 100 })).data;
  return {
    login: users.admin.login,
    comment: (issue_number: number, body: string) => rest.issues.createComment({ ...at, issue_number, body }),
    comments: async (issue_number: number) =>
      (await rest.issues.listComments({ ...at, issue_number, per_page: 100 })).data.map(({ body }) => body ?? ""),
    ask: async (title: string) => (await rest.issues.create({ ...at, title, labels: ["factory"] })).data.number,
    merge: (pull_number: number) => rest.pulls.merge({ ...at, pull_number, merge_method: "squash" }),
    pulls,
    /** The newest pull request whose branch begins like this. */
    pullOf: async (branch: string) => (await pulls()).find(({ head }) => head.ref.startsWith(branch)),
    releases: async () => (await rest.repos.listReleases({ ...at })).data,
    stateCommits: async () => (await rest.repos.listCommits({ ...at, sha: "factory/state", per_page: 100 })).data,
    tree: async (tree_sha: string) =>
      (await rest.git.getTree({ ...at, tree_sha, recursive: "true" })).data.tree
        .filter(({ type }) => type === "blob")
        .map(({ path }) => path),
  };
}
export type Person = ReturnType<typeof openPerson>;

/** GitHub's instants are whole seconds: an answer in the second in which something appeared would not be about it. */
export function afterTheSecond(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1_100));
}

/** Waits until GitHub shows it. A wait that takes too long says for what. */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined>,
  patienceMs = 120_000,
): Promise<NonNullable<T>> {
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; ) {
    const seen = await look();
    if (seen) return seen;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  throw new Error(`${what} did not come within ${patienceMs / 1000} s`);
}
