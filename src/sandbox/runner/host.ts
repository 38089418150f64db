import type { Outcome } from "../../domain/refusal.js";
import type { ConcurrencyGroups } from "./concurrency-groups.js";
import type { RunEvent } from "./run-event.js";
import type { ActionReference } from "./workflow/action-reference.js";
import type { Permissions } from "./workflow/workflow.js";

/** A file of a repository at a commit. */
type FileRequest = { readonly repository: string; readonly commit: string; readonly path: string };

/** A token for one job: what its `permissions` allow in its own repository, and nothing else. */
export type TokenRequest = { readonly run: number; readonly job: string; readonly permissions: Permissions };

/** A zip to keep. Without `overwrite` a second artifact of one name in one run is refused, as GitHub does. */
export type ArtifactUpload = {
  readonly run: number;
  readonly name: string;
  readonly zip: Uint8Array;
  readonly retentionDays?: number;
  readonly overwrite: boolean;
};

export type StoredArtifact = { readonly id: number; readonly name: string };

/** All that the runner needs of the GitHub it runs for. */
export type RunnerHost = {
  /** As in GITHUB_SERVER_URL, GITHUB_API_URL, GITHUB_GRAPHQL_URL. */
  readonly urls: { readonly server: string; readonly api: string; readonly graphql: string };
  /** Undefined when the commit has no such file. */
  readonly readFile: (request: FileRequest) => Promise<string | undefined>;
  /** Where git fetches a repository: a URL that takes the job's token, or a folder of this machine. */
  readonly cloneUrl: (repository: string) => string;
  /** A folder with the action's files at that ref, or undefined for an action this host does not serve. */
  readonly resolveAction: (reference: Extract<ActionReference, { kind: "repository" }>) => Promise<string | undefined>;
  readonly mintToken: (request: TokenRequest) => Promise<string>;
  readonly revokeToken: (token: string) => Promise<void>;
  readonly storeArtifact: (upload: ArtifactUpload) => Promise<Outcome<StoredArtifact>>;
  readonly listArtifacts: (run: number) => Promise<readonly StoredArtifact[]>;
  readonly readArtifact: (id: number) => Promise<Uint8Array>;
  /** One registry per repository, shared by its runs. */
  readonly concurrency: ConcurrencyGroups;
  /** Called in order, many times; must not throw. */
  readonly report: (event: RunEvent) => void;
};
