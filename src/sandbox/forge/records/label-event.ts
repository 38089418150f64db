/** One entry of an issue's timeline: who put a label on or took it off, and when. */
export type LabelEventRecord = {
  readonly id: number;
  readonly action: "labeled" | "unlabeled";
  readonly actorId: number;
  readonly labelId: number;
  readonly createdAt: string;
};
