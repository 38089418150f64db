/** One entry of an issue's timeline: who added or removed a label, and when. */
export type LabelEventRecord = {
  readonly id: number;
  readonly action: "labeled" | "unlabeled";
  readonly actorId: number;
  readonly labelId: number;
  readonly createdAt: string;
};
