/** What effects are made of. */

/** A file to write, always with the mode of an ordinary file. */
export type FileToWrite = { readonly path: string; readonly text: string };

export type LabelToCreate = { readonly name: string; readonly color: string; readonly description: string };

/** A remark on one line of a file at the reviewed head. */
export type ReviewLine = { readonly path: string; readonly line: number; readonly body: string };

export type CheckStatus =
  | { readonly kind: "queued" }
  | { readonly kind: "in_progress" }
  | {
      readonly kind: "completed";
      readonly conclusion: "success" | "failure" | "neutral" | "action_required" | "cancelled";
    };

export type CheckAnnotation = {
  readonly path: string;
  readonly line: number;
  readonly level: "notice" | "warning" | "failure";
  readonly title: string;
  readonly message: string;
};

/** A button under a check run: at most three (decisions.md#github-limits). */
export type CheckAction = { readonly label: string; readonly description: string; readonly identifier: string };
