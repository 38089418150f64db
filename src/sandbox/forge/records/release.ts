export const MAKE_LATEST = ["true", "false", "legacy"] as const;
type MakeLatest = (typeof MAKE_LATEST)[number];

/** A release: a tag with a text. A draft needs no tag until it is published. */
export type ReleaseRecord = {
  readonly id: number;
  tagName: string;
  targetCommitish: string;
  name: string | null;
  body: string | null;
  draft: boolean;
  prerelease: boolean;
  /** Whether it may be the latest release. GitHub's default is "true". */
  makeLatest: MakeLatest;
  readonly authorId: number;
  readonly createdAt: string;
  updatedAt: string;
  publishedAt: string | null;
};
