import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

/** How to read a grammar's files: from its package, or from a bundle's copies. */
const reading = {
  read: (file: string): Promise<Uint8Array> => readFile(createRequire(import.meta.url).resolve(file)),
};

/** For a bundle, which has no packages beside it. */
export function readGrammarFilesBy(read: (file: string) => Promise<Uint8Array>): void {
  reading.read = read;
}

export function readGrammarFile(file: string): Promise<Uint8Array> {
  return reading.read(file);
}
