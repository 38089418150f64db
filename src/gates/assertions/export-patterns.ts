import { judgedLanguage, languageName } from "../../languages/language.js";

type ExportPatterns = (name: string) => RegExp[];

const SCRIPT: ExportPatterns = (name) => [
  new RegExp(
    `^[ \\t]*export\\s+(?:default\\s+)?(?:declare\\s+)?(?:abstract\\s+)?(?:async\\s+)?(?:const\\s+enum|const|let|var|function\\s*\\*?|class|interface|type|enum|namespace)\\s+${name}(?![\\w$])`,
    "m",
  ),
];

/** What an exported declaration looks like, by language (requirements.md#tiers-of-checks). */
const PATTERNS: Readonly<Record<string, ExportPatterns>> = {
  javascript: SCRIPT,
  typescript: SCRIPT,
  python: (name) => [
    new RegExp(`^(?:async\\s+)?(?:def|class)\\s+${name}\\b`, "m"),
    new RegExp(`^${name}\\s*(?::[^=\\n]+)?=`, "m"),
  ],
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
};

/** Whether a file declares an export of this name, by its text; undefined where the language has no pattern here. */
export function declaresExport(path: string, text: string, name: string): boolean | undefined {
  const patterns = PATTERNS[judgedLanguage(path) ?? languageName(path)];
  return patterns?.(literally(name)).some((pattern) => pattern.test(text));
}

/** A name as it stands, in a regular expression. */
export function literally(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
