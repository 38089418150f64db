import "../../src/languages/grammars/all-loaded.js";
import { createSourceReader } from "../../src/languages/create-source-reader.js";
import type { TestCase } from "../../src/languages/source-file.js";
import { aFileTree } from "./file-tree.js";

/** The tests of a file. `others` are files that it may import. */
export function testsOf(
  path: string,
  text: string,
  others: Readonly<Record<string, string>> = {},
): readonly TestCase[] {
  return createSourceReader(aFileTree({ ...others, [path]: text })).tests(path).tests;
}

/** The kinds of assertions in the only test of a file. */
export function naturesOf(path: string, text: string): string[] {
  return testsOf(path, text).flatMap(({ assertions }) => assertions.map(({ nature }) => nature));
}
