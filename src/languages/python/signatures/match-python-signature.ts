import { bareExportName } from "../../../domain/contract/assertion.js";
import type { SignatureMatch, SignatureQuestion } from "../../opened-language.js";
import { findPythonCallables, type PythonJudged } from "./find-python-callables.js";
import { normalisePythonSignature, pythonSignature } from "./python-signature.js";

/** Compares parameters with their names and annotations, and the return. */
export function matchPythonSignature(
  { path, target, expected }: SignatureQuestion,
  files: PythonJudged,
): SignatureMatch {
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
