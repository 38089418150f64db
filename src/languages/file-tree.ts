import type { FileAction } from "../domain/contract/manifest.js";
import type { Sha } from "../domain/ids.js";

/** The files of one commit, to read from. Paths are relative and separated by `/`. */
export type FileTree = {
  has(path: string): boolean;
  /** Undefined for a file that is not there, and for one that is not text. */
  read(path: string): string | undefined;
  paths(): readonly string[];
  blob(path: string): Sha | undefined;
};

/** One path that differs between base and head. A rename is a deletion and a creation. */
export type ChangedFile = {
  readonly path: string;
  readonly action: FileAction;
  /** Git's mode at the head; null when the file is gone. */
  readonly mode: string | null;
  /** What it holds at the head; null when the file is gone. */
  readonly blob: Sha | null;
};
