import { languageName } from "../../languages/language-name.js";
import { readerFor } from "../../languages/reader-for.js";

type ExportPatterns = (name: string) => readonly RegExp[];

/** The form of an exported declaration in languages without a reader (requirements.md#tiers-of-checks). */
const PATTERNS: ReadonlyMap<string, ExportPatterns> = new Map(
  Object.entries<ExportPatterns>({
    go: (name) => [
      new RegExp(`^func\\s+(?:\\([^)]*\\)\\s*)?${name}\\s*[(\\[]`, "m"),
      new RegExp(`^(?:type|var|const)\\s+${name}\\b`, "m"),
      new RegExp(`^\\t${name}\\b.*=`, "m"),
    ],
    rust: (name) => [
      new RegExp(
        `^[ \\t]*pub\\s+(?:async\\s+|const\\s+|unsafe\\s+)*(?:fn|struct|enum|trait|type|static|mod|union)\\s+${name}\\b`,
        "m",
      ),
      new RegExp(`^[ \\t]*pub\\s+const\\s+${name}\\b`, "m"),
      new RegExp(`^[ \\t]*pub\\s+use\\s+[^;]*\\b${name}\\b`, "m"),
    ],
    java: (name) => [new RegExp(`\\bpublic\\s+[^;{}()=]*\\b${name}\\s*[({<]?`, "m")],
  }),
);

/** Whether a file's text declares an export of this name; undefined if the language has no pattern. */
export function declaresExport(path: string, text: string, name: string): boolean | undefined {
  const patterns = readerFor(path)?.exportPatterns ?? PATTERNS.get(languageName(path));
  return patterns?.(literally(name)).some((pattern) => pattern.test(text));
}

/** Escapes a name for a regular expression. */
export function literally(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
