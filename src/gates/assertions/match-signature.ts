import { bareExportName } from "../../domain/contract/assertion.js";
import { findCallables } from "../../languages/javascript/signatures/find-callables.js";
import {
  normaliseSignature,
  parseSignature,
  UNWRITTEN,
} from "../../languages/javascript/signatures/script-signature.js";
import type { JudgedFiles } from "../../languages/judged-files.js";
import { languageName } from "../../languages/language.js";
import { findPythonCallables } from "../../languages/python/signatures/find-python-callables.js";
import { normalisePythonSignature, pythonSignature } from "../../languages/python/signatures/python-signature.js";
import { findExport } from "./find-export.js";

export type SignatureQuestion = { readonly path: string; readonly target: string; readonly expected: string };

/** Two signatures in their normal form, or why they cannot be compared. */
export type SignatureMatch = {
  readonly passed: boolean;
  readonly expected: string;
  readonly actual: string;
  readonly error?: string;
};

/** Tier 3: the signature of an export against the contract's, both normalised (requirements.md#tiers-of-checks). */
export function matchSignature(question: SignatureQuestion, files: JudgedFiles): SignatureMatch {
  const { path, target, expected } = question;
  const unable = (error: string): SignatureMatch => ({ passed: false, expected, actual: "", error });
  const language = files.sources.languageOf(path);
  if (files.head.read(path) === undefined) return unable(`could not read ${path}`);
  if (language === undefined) return unable(`signatures of ${languageName(path)} cannot be compared`);
  // Only its first name is exported; whether a class has the member is seen where the class is.
  const [name = ""] = bareExportName(target).split(".");
  if (!findExport(path, name, files).found) return { passed: false, expected, actual: "not found" };
  return language === "python" ? matchPython(question, files) : matchScript(question, files);
}

function matchScript({ path, target, expected }: SignatureQuestion, files: JudgedFiles): SignatureMatch {
  const requested = parseSignature(expected);
  if (requested === undefined) {
    return {
      passed: false,
      expected,
      actual: "",
      error: `"${expected}" is no signature; write it as (name: type) => type`,
    };
  }
  const [of = "", member] = bareExportName(target).split(".");
  const written = normaliseSignature(requested);
  // What a constructor gives need not be written; it is its class.
  const isBare = member === "constructor" && written.endsWith(UNWRITTEN);
  const normal = isBare ? `${written.slice(0, -UNWRITTEN.length)}${of}` : written;
  const found = [...new Set(findCallables(path, bareExportName(target), files).map(normaliseSignature))];
  if (found.length === 0) return { passed: false, expected: normal, actual: "not a function" };
  const actual = found.join(" or ");
  if (found.includes(normal)) return { passed: true, expected: normal, actual: normal };
  if (found.some((signature) => signature.includes(UNWRITTEN)) && !normal.includes(UNWRITTEN)) {
    return { passed: false, expected: normal, actual: `${actual}; write the types down` };
  }
  return { passed: false, expected: normal, actual };
}

function matchPython({ path, target, expected }: SignatureQuestion, files: JudgedFiles): SignatureMatch {
  const requested = normalisePythonSignature(expected);
  if (requested === undefined) {
    return {
      passed: false,
      expected,
      actual: "",
      error: `"${expected}" is no signature; write it as (name: type) -> type`,
    };
  }
  const found = [...new Set(findPythonCallables(path, bareExportName(target), files).map(pythonSignature))];
  if (found.length === 0) return { passed: false, expected: requested, actual: "not a function" };
  if (found.includes(requested)) return { passed: true, expected: requested, actual: requested };
  return { passed: false, expected: requested, actual: found.join(" or ") };
}
