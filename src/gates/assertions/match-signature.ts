import { bareExportName } from "../../domain/contract/assertion.js";
import type { JudgedFiles } from "../../languages/judged-files.js";
import { languageName } from "../../languages/language-name.js";
import type { SignatureMatch, SignatureQuestion } from "../../languages/opened-language.js";
import { findExport } from "./find-export.js";

/**
 * Tier 3: compares the signature of an export with the contract's, both normalised (requirements.md#tiers-of-checks).
 */
export function matchSignature(question: SignatureQuestion, files: JudgedFiles): SignatureMatch {
  const { path, target, expected } = question;
  const unable = (error: string): SignatureMatch => ({ passed: false, expected, actual: "", error });
  const language = files.sources.languageOf(path);
  if (files.head.read(path) === undefined) return unable(`could not read ${path}`);
  if (language === undefined) return unable(`signatures of ${languageName(path)} cannot be compared`);
  // Only the first part of the name is exported. The check of the class finds the member.
  const [name = ""] = bareExportName(target).split(".");
  if (!findExport(path, name, files).found) return { passed: false, expected, actual: "not found" };
  return files.sources.matchSignature(question, files);
}
