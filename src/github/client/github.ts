import type { Octokit } from "@octokit/rest";
import type { Effect } from "../../engine/effect.js";
import type { Permissions } from "../../engine/effect-row.js";
import type { RepositoryRef } from "../../engine/ports.js";
import type { OwnCommit } from "../cache/known-trees.js";
import type { Remembered } from "../cache/remembered.js";

/** What the adapters use of Octokit. */
export type GitHub = Pick<Octokit, "request" | "graphql">;

/** A client for one repository with no more permission than the step needs (decisions.md#narrow-tokens). */
export type GitHubFor = (repository: RepositoryRef, permissions: Permissions) => Promise<GitHub>;

/** One repository, by a client. */
export type Place = { readonly gitHub: GitHub; readonly owner: string; readonly repo: string };

/** One repository, through a client of the App whose comments carry this login. */
export type PerformContext = Place & {
  readonly ownLogin: string;
  readonly remembered: Remembered;
  /** Nobody can have done it yet: it need not be looked for. */
  readonly isNew: boolean;
  /** Is told of every commit that was made, for whoever reads it next. */
  readonly committed?: (commit: OwnCommit) => void;
  /** Another client, for the one step that needs more than the rest. */
  connect(permissions: Permissions): Promise<GitHub>;
};

/** As much of one's hands as is needed to say what would be written, without asking. */
export type Memory = Pick<PerformContext, "owner" | "repo" | "remembered" | "isNew">;

/** One field of a mutation, so that several things are written by one request. */
export type Mutation = {
  readonly field: string;
  /** What GitHub calls the type of its input. */
  readonly type: string;
  readonly input: object;
  /** What is asked back. */
  readonly answers: string;
  /** Is told the answer once it is done. */
  done(answer: unknown): void;
};

/** One kind of effect. */
export type EffectOf<Kind extends Effect["kind"]> = Extract<Effect, { kind: Kind }>;

/** GraphQL names an App without `[bot]`, and says beside it that it is one. */
export function ownSlug(ownLogin: string): string {
  return ownLogin.replace(/\[bot\]$/, "");
}
