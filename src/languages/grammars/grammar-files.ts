import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

/** How files of a grammar are read: from the packages they come in, unless a bundle has its own copies. */
const reading = {
  read: (file: string): Promise<Uint8Array> => readFile(createRequire(import.meta.url).resolve(file)),
};

/** For a bundle, which has no packages around it. */
export function readGrammarFilesBy(read: (file: string) => Promise<Uint8Array>): void {
  reading.read = read;
}

export function readGrammarFile(file: string): Promise<Uint8Array> {
  return reading.read(file);
}
