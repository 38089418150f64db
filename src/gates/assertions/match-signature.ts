import { bareExportName } from "../../domain/contract/assertion.js";
import { languageName } from "../source/language.js";
import { findCallables } from "./find-callables.js";
import { findExport } from "./find-export.js";
import type { JudgedFiles } from "./judged-files.js";
import { normalisePythonSignature, pythonDefinition } from "./python-signature.js";
import { normaliseSignature, parseSignature, UNWRITTEN } from "./script-signature.js";

export type SignatureQuestion = { readonly path: string; readonly target: string; readonly expected: string };

/** Two signatures in their normal form, or why they cannot be compared. */
export type SignatureMatch = {
  readonly passed: boolean;
  readonly expected: string;
  readonly actual: string;
  readonly error?: string;
};

/** Tier 3: the signature of an export against the contract's, both normalised (seed 000, tiered validation). */
export function matchSignature(question: SignatureQuestion, files: JudgedFiles): SignatureMatch {
  const { path, target, expected } = question;
  const unable = (error: string): SignatureMatch => ({ passed: false, expected, actual: "", error });
  const language = files.sources.languageOf(path);
  if (files.head.read(path) === undefined) return unable(`could not read ${path}`);
  if (language === undefined) return unable(`signatures of ${languageName(path)} cannot be compared`);
  if (!findExport(path, target, files).found) return { passed: false, expected, actual: "not found" };
  return language === "python" ? matchPython(question, files) : matchScript(question, files);
}

function matchScript({ path, target, expected }: SignatureQuestion, files: JudgedFiles): SignatureMatch {
  const wanted = parseSignature(expected);
  if (wanted === undefined) {
    return {
      passed: false,
      expected,
      actual: "",
      error: `"${expected}" is no signature; write it as (name: type) => type`,
    };
  }
  const normal = normaliseSignature(wanted);
  const found = [...new Set(findCallables(path, bareExportName(target), files).map(normaliseSignature))];
  if (found.length === 0) return { passed: false, expected: normal, actual: "not a function" };
  const actual = found.join(" or ");
  if (found.includes(normal)) return { passed: true, expected: normal, actual: normal };
  if (found.some((signature) => signature.includes(UNWRITTEN)) && !normal.includes(UNWRITTEN)) {
    return { passed: false, expected: normal, actual: `${actual}; write the types down` };
  }
  return { passed: false, expected: normal, actual };
}

function matchPython({ path, target, expected }: SignatureQuestion, { head }: JudgedFiles): SignatureMatch {
  const wanted = normalisePythonSignature(expected);
  if (wanted === undefined) {
    return {
      passed: false,
      expected,
      actual: "",
      error: `"${expected}" is no signature; write it as (name: type) -> type`,
    };
  }
  const definition = pythonDefinition(head.read(path) ?? "", bareExportName(target));
  const actual = definition === undefined ? undefined : normalisePythonSignature(definition);
  if (actual === undefined) return { passed: false, expected: wanted, actual: "not a function" };
  return { passed: actual === wanted, expected: wanted, actual };
}
