import type { Actor, Observed, ObservedComment, ObservedPull } from "../../src/engine/observation.js";

export const HEAD = "a".repeat(40);
export const SPEC_BLOB = "b".repeat(40);

export const person = (login: string, role: string | null = "write"): Actor => ({ login, type: "User", role });

/** A repository after its set-up, with a SPEC.md and nothing under way. */
export function observed(overrides: Partial<Observed> = {}): Observed {
  return {
    repository: { id: 7, fullName: "acme/product", defaultBranch: "main", archived: false, fork: false },
    installedOn: null,
    defaultHead: HEAD,
    stateHead: null,
    rootFiles: ["SPEC.md"],
    spec: { status: "present", blob: SPEC_BLOB, text: "# A product\n" },
    config: { status: "present", blob: "c".repeat(40), text: "" },
    workflow: { status: "present", blob: "d".repeat(40), text: "" },
    missingLabels: [],
    pulls: [],
    requests: [],
    comments: [],
    gateRuns: [],
    remarks: [],
    replies: [],
    sealing: null,
    stickies: [],
    ...overrides,
  };
}

export function comment(
  overrides: Partial<ObservedComment> & Pick<ObservedComment, "id" | "issue" | "body">,
): ObservedComment {
  const createdAt = overrides.createdAt ?? "2026-03-01T10:00:00Z";
  return {
    author: person("ada"),
    own: false,
    createdAt,
    updatedAt: createdAt,
    edited: false,
    viaApp: false,
    ...overrides,
  };
}

/** An open pull request of ours that can be merged and has no comments. */
export function pull(overrides: Partial<ObservedPull> & Pick<ObservedPull, "number" | "branch">): ObservedPull {
  return {
    head: HEAD,
    headTree: null,
    headAuthor: null,
    headParents: [],
    joinedKey: null,
    joinedAfter: null,
    isBehind: false,
    key: null,
    state: "open",
    mergeSha: null,
    mergeTree: null,
    mergedOnto: null,
    byQueue: false,
    squashRepeats: false,
    inQueue: false,
    leftQueue: null,
    closedBy: null,
    branchDeleted: false,
    approvals: [],
    mergeable: "yes",
    mergeBlockedBy: null,
    mergeRefused: null,
    reviews: [],
    checks: [],
    labels: [],
    assignees: [],
    ...overrides,
  };
}
