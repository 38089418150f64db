export const REACTIONS = ["+1", "-1", "laugh", "confused", "heart", "hooray", "rocket", "eyes"] as const;
export type ReactionContent = (typeof REACTIONS)[number];

export type ReactionRecord = {
  readonly id: number;
  readonly userId: number;
  readonly content: ReactionContent;
  readonly createdAt: string;
};

export type LabelRecord = {
  readonly id: number;
  name: string;
  color: string;
  description: string | null;
};

/** A record that accepts reactions. */
export type Reactable = { readonly id: number; readonly reactions: ReactionRecord[] };

export type StateReason = "completed" | "reopened" | "not_planned" | "duplicate";

/** One entry of an issue's timeline: who renamed it, and when. */
export type RenameRecord = {
  readonly id: number;
  readonly actorId: number;
  readonly createdAt: string;
  readonly from: string;
  readonly to: string;
};

/** An issue, and the issue half of a pull request. Both share one sequence of numbers. */
export type IssueRecord = Reactable & {
  readonly number: number;
  readonly userId: number;
  /** The App acted as itself: `performed_via_github_app`. */
  readonly viaApp: boolean;
  /** The slug of another App that acted for the author. It is shown as `performed_via_github_app` too. */
  readonly throughApp?: string;
  readonly isPull: boolean;
  title: string;
  body: string | null;
  state: "open" | "closed";
  stateReason: StateReason | null;
  labelIds: number[];
  assigneeIds: number[];
  locked: boolean;
  lockReason: string | null;
  closedById: number | null;
  closedAt: string | null;
  readonly createdAt: string;
  updatedAt: string;
  /** When the body was last edited. `updatedAt` differs (decisions.md#what-is-a-command). */
  lastEditedAt: string | null;
  /** The last editor. */
  editedById?: number;
  /** Every change of the title, oldest first. */
  renames?: RenameRecord[];
  readonly commentIds: number[];
};

export type IssueCommentRecord = Reactable & {
  readonly issueNumber: number;
  readonly userId: number;
  readonly viaApp: boolean;
  readonly throughApp?: string;
  body: string;
  readonly createdAt: string;
  updatedAt: string;
  lastEditedAt: string | null;
};
