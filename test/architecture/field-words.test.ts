import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { sourceFiles } from "./imports.js";

const ROOT = fileURLToPath(new URL("../../src/", import.meta.url));

/** Words that only this project would understand; ARCHITECTURE.md has the field's words for the same ideas. */
const PRIVATE = new Set(
  `intent move notice look eyes owe owed debt deed pay hands hint trade desk voice ear wanted wished standing twin breath
  quieten hushed defuse undefuse exception ice telling course toy`.split(/\s+/),
);

/** Names that others have given: a method, a library, GitHub, or a file that an older version wrote. */
const GIVEN: Readonly<Record<string, readonly (string | RegExp)[]>> = {
  "the record of an interface change, as the method names it": [
    "exception",
    "exception_id",
    "ICE",
    "INTERFACE_CHANGE_EXCEPTION",
    "raise_interface_change_exception",
  ],
  "a gate of the method": [/^test.?intent.?alignment$/i],
  "a type of a library": ["ErrnoException", "YAMLException", "RE2JSException", "EmitHint"],
  "a reaction or a level of GitHub": ["eyes", "notice"],
  "a queue in the database": ["looks"],
};
/** Readers of what older versions wrote. */
const OLDER = ["engine/state-versions.ts", "server/postgres/kept-results.ts"];

const isGiven = (name: string) =>
  Object.values(GIVEN)
    .flat()
    .some((given) => (typeof given === "string" ? given === name : given.test(name)));

function wordsOf(name: string): string[] {
  const parted = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2");
  return parted.split(/[^A-Za-z]+/).map((word) => word.toLowerCase());
}

const isPrivate = (name: string) =>
  !isGiven(name) && wordsOf(name).some((word) => PRIVATE.has(word) || PRIVATE.has(word.replace(/s$/, "")));

/** Identifiers, and strings that are names: kinds of events, codes of refusals. */
function namesIn(file: string, text: string): Set<string> {
  const names = new Set<string>(file.split("/").map((part) => part.replace(/\.ts$/, "")));
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || (ts.isStringLiteralLike(node) && /^[\w-]+$/.test(node.text))) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false));
  return names;
}

/** Parsing every file would be slow: most have no such word at all. */
function mayHave(file: string, text: string): boolean {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  return (`${file} ${code}`.match(/[\w-]+/g) ?? []).some(isPrivate);
}

function privateNames(file: string, text: string): string[] {
  if (!mayHave(file, text)) return [];
  return [...namesIn(file, text)].filter(isPrivate).map((name) => `${file}: ${name}`);
}

describe("names in the sources", () => {
  it("are the field's words", () => {
    const found = sourceFiles(ROOT)
      .filter((file) => !OLDER.includes(file))
      .flatMap((file) => privateNames(file, readFileSync(path.join(ROOT, file), "utf8")));
    expect(found).toEqual([]);
  });

  it.each([
    ["an identifier", "const payDebts = 1;", "payDebts"],
    ["a constant", "const LOOK_MS = 1;", "LOOK_MS"],
    ["a kind", 'const kind = "work-move";', "work-move"],
    ["a property", "type A = { readonly hints: string };", "hints"],
  ])("are found in %s", (_what, text, name) => {
    expect(privateNames("a.ts", text)).toEqual([`a.ts: ${name}`]);
  });

  it("may contain such a word inside another one", () => {
    expect(privateNames("a.ts", "const outlook = payload + remove + service + understanding;")).toEqual([]);
  });
});
