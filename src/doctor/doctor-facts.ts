import type { GitHubProduct } from "../domain/github-product.js";

/** A rule of the default branch, whichever of GitHub's two systems it comes from. */
export type BranchRule =
  | { readonly kind: "reviews"; readonly count: number; readonly codeOwners: boolean }
  | { readonly kind: "conversations-resolved" }
  | {
      readonly kind: "checks";
      readonly checks: readonly { readonly context: string; readonly appId: number | null }[];
    }
  | { readonly kind: "merge-methods"; readonly allowed: readonly string[] }
  | { readonly kind: "linear-history" }
  | { readonly kind: "signatures" }
  | { readonly kind: "merge-queue" }
  | { readonly kind: "deployments"; readonly environments: readonly string[] }
  /** Nobody may change the branch but those who are named; we are not. */
  | { readonly kind: "restricted" }
  | { readonly kind: "locked" };

/** All that is looked at. Null means that it could not be read, which is a finding of its own. */
export type DoctorFacts = {
  /** Which product the App takes this GitHub for, and the version that an Enterprise Server says it has. */
  readonly gitHub: { readonly product: GitHubProduct; readonly version: string | null };
  readonly repository: {
    readonly fullName: string;
    readonly url: string;
    readonly archived: boolean;
    readonly fork: boolean;
    readonly defaultBranch: string;
    readonly isEmpty: boolean;
    readonly hasIssues: boolean;
    readonly mergeMethods: readonly ("squash" | "merge" | "rebase")[];
    /** A squash without words of its own repeats the messages of its commits. */
    readonly squashRepeats: boolean;
  };
  readonly installation: {
    readonly permissions: Readonly<Record<string, string>>;
    readonly settingsUrl: string;
    readonly suspended: boolean;
  };
  readonly ownAppId: number;
  readonly files: {
    readonly config: boolean;
    readonly spec: boolean;
    readonly workflow: "current" | "outdated" | "absent" | "unknown";
  };
  readonly missingLabels: readonly string[];
  readonly actions: { readonly enabled: boolean; readonly allowed: string | null } | null;
  readonly rules: readonly BranchRule[] | null;
};
