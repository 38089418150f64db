import type { Octokit } from "@octokit/rest";
import type { RepositoryRef } from "../../ports.js";

/** What the adapters use of Octokit. */
export type GitHub = Pick<Octokit, "request" | "graphql">;

/** Permissions of an installation token, in GitHub's words. */
export type Permissions = Readonly<Record<string, "read" | "write">>;

/** A client for one repository with no more permission than the step needs (DESIGN, security rule 5). */
export type GitHubFor = (repository: RepositoryRef, permissions: Permissions) => Promise<GitHub>;

/** One repository, through a client of the App whose comments carry this login. */
export type Hands = {
  readonly gitHub: GitHub;
  readonly owner: string;
  readonly repo: string;
  readonly ownLogin: string;
};
