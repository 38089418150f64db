import type { Outcome } from "../../domain/refusal.js";
import type { ConcurrencyGroups } from "./concurrency-groups.js";
import type { RunEvent } from "./run-event.js";
import type { ActionReference } from "./workflow/action-reference.js";
import type { Permissions } from "./workflow/workflow.js";

/** A file of a repository at a commit. */
type FileRequest = { readonly repository: string; readonly commit: string; readonly path: string };

/** A token for one job, with the job's `permissions` for its own repository only. */
export type TokenRequest = { readonly run: number; readonly job: string; readonly permissions: Permissions };

/** A zip to store. Without `overwrite`, a second artifact with the same name in one run is refused, like on GitHub. */
export type ArtifactUpload = {
  readonly run: number;
  readonly name: string;
  readonly zip: Uint8Array;
  readonly retentionDays?: number;
  readonly overwrite: boolean;
};

export type StoredArtifact = { readonly id: number; readonly name: string };

/** Properties of the GitHub product. */
export type Platform = {
  /** Whether workflows may use the key `cache-mode`. */
  readonly hasCacheMode: boolean;
  /** The supported generation of artifacts. Each generation needs its own versions of the actions. */
  readonly artifacts: "v3" | "v4";
  /** Whether GitHub-hosted runners take jobs. A job without a matching runner waits. */
  readonly hostsRunners: boolean;
};

/** Everything that the runner needs from its GitHub. */
export type RunnerHost = {
  /** As in GITHUB_SERVER_URL, GITHUB_API_URL, GITHUB_GRAPHQL_URL. */
  readonly urls: { readonly server: string; readonly api: string; readonly graphql: string };
  /** Undefined when the commit has no such file. */
  readonly readFile: (request: FileRequest) => Promise<string | undefined>;
  /** The address for git fetch: a URL that accepts the job's token, or a local folder. */
  readonly cloneUrl: (repository: string) => string;
  /** A folder with the action's files at that ref, or undefined for an unavailable action. */
  readonly resolveAction: (reference: Extract<ActionReference, { kind: "repository" }>) => Promise<string | undefined>;
  readonly mintToken: (request: TokenRequest) => Promise<string>;
  readonly revokeToken: (token: string) => Promise<void>;
  readonly storeArtifact: (upload: ArtifactUpload) => Promise<Outcome<StoredArtifact>>;
  readonly listArtifacts: (run: number) => Promise<readonly StoredArtifact[]>;
  readonly readArtifact: (id: number) => Promise<Uint8Array>;
  /** One registry per repository. All of its runs share it. */
  readonly concurrency: ConcurrencyGroups;
  /** Called in order and many times. It must not throw. */
  readonly report: (event: RunEvent) => void;
  readonly platform: Platform;
};
