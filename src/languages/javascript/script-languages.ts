import type { ts } from "../compiler.js";
import { extensionOf } from "../paths.js";

type Kind = {
  readonly language: "javascript" | "typescript";
  /** Names of script kinds, not the kinds themselves, so that the compiler is loaded only when a file is read. */
  readonly kind: keyof typeof ts.ScriptKind;
};

const JAVASCRIPT: Kind = { language: "javascript", kind: "JSX" };
const TYPESCRIPT: Kind = { language: "typescript", kind: "TS" };

const KINDS: ReadonlyMap<string, Kind> = new Map([
  ["js", JAVASCRIPT],
  ["jsx", JAVASCRIPT],
  ["mjs", JAVASCRIPT],
  ["cjs", JAVASCRIPT],
  ["ts", TYPESCRIPT],
  ["mts", TYPESCRIPT],
  ["cts", TYPESCRIPT],
  ["tsx", { language: "typescript", kind: "TSX" }],
]);

export const SCRIPT_LANGUAGES: ReadonlyMap<string, string> = new Map(
  [...KINDS].map(([extension, { language }]) => [extension, language]),
);

export function isScript(path: string): boolean {
  return KINDS.has(extensionOf(path));
}

/** How the compiler must read a file; undefined in other languages. */
export function scriptKind(path: string): Kind["kind"] | undefined {
  return KINDS.get(extensionOf(path))?.kind;
}
