import { bareExportName } from "../../domain/contract/assertion.js";
import type { AssertionTier } from "../../domain/enforcement/assertion-result.js";
import { exportedNames } from "../source/exported-names.js";
import { languageName } from "../source/language.js";
import { resolvePython } from "../source/python/resolve-python.js";
import { isRelative, resolveRelative } from "../source/resolve-module.js";
import { declaresExport } from "./export-patterns.js";
import type { JudgedFiles } from "./judged-files.js";

/** Whether an export is there, and how that was found out. */
export type ExportFinding = { readonly found: boolean; readonly tier: AssertionTier; readonly error?: string };

/**
 * Looks for an export in a file: by its declaration (tier 1), or passed on, renamed or default (tier 2). A pattern that
 * matches inside a comment is not believed where the syntax tree can be asked.
 */
export function findExport(path: string, target: string, files: JudgedFiles): ExportFinding {
  const text = files.head.read(path);
  if (text === undefined) return { found: false, tier: 1 };
  const [name = "", ...members] = bareExportName(target).split(/\.|::/);
  const declared = declaresExport(path, text, name);
  if (!isReadable(path, files)) {
    if (declared === undefined)
      return { found: false, tier: 1, error: `exports of ${languageName(path)} cannot be read` };
    return { found: declared && hasMembers(text, members), tier: 1 };
  }
  const found = exportsOf(path, files).has(name) && hasMembers(text, members);
  return { found, tier: declared === true && found ? 1 : 2 };
}

/** The names that a file offers, re-exports followed; empty where its language cannot be read. */
export function exportsOf(path: string, files: JudgedFiles): ReadonlySet<string> {
  if (!isReadable(path, files)) return new Set();
  const isPython = files.sources.languageOf(path) === "python";
  const resolve = (from: string, specifier: string) => {
    if (isPython) return resolvePython(from, specifier, files.head);
    return isRelative(specifier) ? resolveRelative(from, specifier, files.head) : undefined;
  };
  return exportedNames(path, { sources: files.sources, resolve }).names;
}

function isReadable(path: string, { head, sources }: JudgedFiles): boolean {
  return sources.languageOf(path) !== undefined && head.read(path) !== undefined && sources.problems(path).length === 0;
}

function hasMembers(text: string, members: readonly string[]): boolean {
  return members.every((member) => new RegExp(`(?<![\\w$])${member.replace(/[$]/g, "\\$")}\\s*[(=:<?]`).test(text));
}
