import { bareExportName } from "../../../domain/contract/assertion.js";
import type { JudgedFiles } from "../../judged-files.js";
import type { SignatureMatch, SignatureQuestion } from "../../opened-language.js";
import { findCallables } from "./find-callables.js";
import { normaliseSignature, parseSignature, UNWRITTEN } from "./script-signature.js";

/** Compares parameter types in order, and the return type. Names of parameters do not matter. */
export function matchScriptSignature(
  { path, target, expected }: SignatureQuestion,
  files: JudgedFiles,
): SignatureMatch {
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
  // A constructor's return type may be omitted: it is its class.
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
