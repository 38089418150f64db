import type { Language } from "./source-file.js";

const JUDGED: Readonly<Record<string, Language>> = {
  js: "javascript",
  jsx: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  ts: "typescript",
  tsx: "typescript",
  mts: "typescript",
  cts: "typescript",
  py: "python",
};

/** What other languages are called, so that a person can accept them by name in the configuration. */
const NAMES: Readonly<Record<string, string>> = {
  go: "go",
  rs: "rust",
  java: "java",
  kt: "kotlin",
  rb: "ruby",
  php: "php",
  cs: "csharp",
  swift: "swift",
  c: "c",
  h: "c",
  cc: "cpp",
  cpp: "cpp",
  scala: "scala",
  ex: "elixir",
  exs: "elixir",
};

export function judgedLanguage(path: string): Language | undefined {
  return JUDGED[extensionOf(path)];
}

/** The language's name, or the extension where it has none here. */
export function languageName(path: string): string {
  const extension = extensionOf(path);
  return JUDGED[extension] ?? NAMES[extension] ?? (extension === "" ? "a file without extension" : extension);
}

function extensionOf(path: string): string {
  return /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
}
