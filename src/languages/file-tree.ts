import type { FileAction } from "../domain/contract/manifest.js";
import type { Sha } from "../domain/ids.js";

/** The readable files of one commit. Paths are relative and separated by `/`. */
export type FileTree = {
  has(path: string): boolean;
  /** Undefined for a missing file and for a file that is not text. */
  read(path: string): string | undefined;
  paths(): readonly string[];
  blob(path: string): Sha | undefined;
};

/** One path that differs between base and head. A rename is a deletion and a creation. */
export type ChangedFile = {
  readonly path: string;
  readonly action: FileAction;
  /** Git's mode at the head; null if the file is deleted. */
  readonly mode: string | null;
  /** Its content at the head; null if the file is deleted. */
  readonly blob: Sha | null;
};
