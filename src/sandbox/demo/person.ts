import { Octokit } from "@octokit/rest";
import { hasStatus } from "../../adapters/github/stale-data.js";
import { FactoryState } from "../../domain/factory/factory-state.js";
import { STATE_PATH } from "../../domain/gates/state-paths.js";
import { readYaml } from "../../yaml.js";
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
    /** `.factory/state.yml` as it stands on the state branch; undefined before there is one. */
    async state(): Promise<FactoryState | undefined> {
      const asked = { ...at, path: STATE_PATH, ref: "factory/state", mediaType: { format: "raw" } };
      try {
        const { data } = await rest.repos.getContent(asked);
        const read = readYaml(STATE_PATH, String(data), FactoryState);
        if (!read.ok) throw new Error(read.refusal.message);
        return read.value;
      } catch (error) {
        if (hasStatus(error, 404)) return undefined;
        throw error;
      }
    },
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
