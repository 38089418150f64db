import "../../src/languages/grammars/all-loaded.js";
import { createSourceReader } from "../../src/languages/create-source-reader.js";
import type { TestCase } from "../../src/languages/source-file.js";
import { aFileTree } from "./file-tree.js";

/** The tests of a file, with others beside it that it may import. */
export function testsOf(
  path: string,
  text: string,
  others: Readonly<Record<string, string>> = {},
): readonly TestCase[] {
  return createSourceReader(aFileTree({ ...others, [path]: text })).tests(path).tests;
}

/** The natures of the assertions of the only test in a body of code. */
export function naturesOf(path: string, text: string): string[] {
  return testsOf(path, text).flatMap(({ assertions }) => assertions.map(({ nature }) => nature));
}
