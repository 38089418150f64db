import { bareExportName } from "../../domain/contract/assertion.js";
import type { AssertionTier } from "../../domain/enforcement/assertion-result.js";
import { exportedNames } from "../../languages/exports/exported-names.js";
import type { JudgedFiles } from "../../languages/judged-files.js";
import { languageName } from "../../languages/language-name.js";
import { resolveImport } from "../../languages/reader-for.js";
import { declaresExport, literally } from "./export-patterns.js";
import { type Declared, isReadable, whereDeclared } from "./where-declared.js";

/** Whether an export exists, and the method of the check. */
export type ExportFinding = { readonly found: boolean; readonly tier: AssertionTier; readonly error?: string };

/**
 * Searches an export in a file: by its declaration (tier 1), or as a re-export, renamed or default (tier 2). If the
 * syntax tree is available, it decides, because a pattern also matches inside a comment.
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
  const { files: at } = whereDeclared(path, name, files);
  // A package's declarations cannot be read, so its members are unknown.
  const texts = at.length === 0 ? [text] : at.map((file) => files.head.read(file) ?? "");
  const found = exportsOf(path, files).has(name) && texts.some((declaring) => hasMembers(declaring, members));
  return { found, tier: declared === true && found ? 1 : 2 };
}

/**
 * The names that a file exports. Re-exports without a declaration are left out. Empty if its language cannot be read.
 */
export function exportsOf(path: string, files: JudgedFiles): ReadonlySet<string> {
  if (!isReadable(path, files)) return new Set();
  const resolve = (from: string, specifier: string) => resolveImport(from, specifier, files.head);
  const { names } = exportedNames(path, { sources: files.sources, resolve });
  return new Set([...names].filter((name) => isDeclared(whereDeclared(path, name, files))));
}

function isDeclared({ files, isCertain }: Declared): boolean {
  return files.length > 0 || !isCertain;
}

function hasMembers(text: string, members: readonly string[]): boolean {
  return members.every((member) => new RegExp(`(?<![\\w$])${literally(member)}\\s*[(=:<?]`).test(text));
}
