import type { Octokit } from "@octokit/rest";
import type { GitHubProduct } from "../../domain/github-product.js";
import type { Effect } from "../../engine/effects/effect.js";
import type { Permissions } from "../../engine/effects/effect-row.js";
import type { RepositoryRef } from "../../engine/ports.js";
import type { OwnCommit } from "../cache/known-trees.js";
import type { Remembered } from "../cache/remembered.js";

/** The part of Octokit that is used. */
export type GitHub = Pick<Octokit, "request" | "graphql">;

/** A client for one repository with no more permission than the step needs (decisions.md#narrow-tokens). */
export type GitHubFor = (repository: RepositoryRef, permissions: Permissions) => Promise<GitHub>;

/** One repository, by a client. */
export type Place = { readonly gitHub: GitHub; readonly owner: string; readonly repo: string };

/** One repository, through a client of the App whose comments have this login. */
export type PerformContext = Place & {
  readonly ownLogin: string;
  readonly remembered: Remembered;
  /** The effect cannot exist yet, so it is not searched for. */
  readonly isNew: boolean;
  /** Whose GitHub it is; github.com unless told otherwise. */
  readonly product?: GitHubProduct;
  /** Gets every commit that was made, for later reads. */
  readonly committed?: (commit: OwnCommit) => void;
  /** Gets the number of a pull request that was opened, so that the next observation asks for it at once. */
  readonly opened?: (branch: string, pull: number) => void;
  /** Another client, for a step that needs more permissions. */
  connect(permissions: Permissions): Promise<GitHub>;
};

/** The part of the context that is needed to build a mutation without requests. */
export type Memory = Pick<PerformContext, "owner" | "repo" | "remembered" | "isNew">;

/** One field of a mutation, so that several effects are written by one request. */
export type Mutation = {
  readonly field: string;
  /** GitHub's type of its input. */
  readonly type: string;
  readonly input: object;
  /** The requested fields of the answer. */
  readonly answers: string;
  /** Gets the answer. */
  done(answer: unknown): void;
};

/** One kind of effect. */
export type EffectOf<Kind extends Effect["kind"]> = Extract<Effect, { kind: Kind }>;

/** GraphQL names an App without `[bot]`, and has its type in another field. */
export function ownSlug(ownLogin: string): string {
  return ownLogin.replace(/\[bot\]$/, "");
}
