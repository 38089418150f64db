import type { Found } from "./needle-index.js";

/** A kind of credential with a known format. If there is a group `secret`, only that is removed. */
export type TokenFormat = { readonly name: string; readonly pattern: RegExp };

/** Not in the middle of a longer word. */
const EDGE = "(?<![A-Za-z0-9])";
const BETWEEN = String.raw`(?:\s|\\+[nr]|["'+,>#*])*`;

const PEM = [
  "-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----",
  String.raw`(?:${BETWEEN}[A-Za-z-]{1,40}: [^\n\\]{0,200}(?=\n|\\))*`,
  `(?:${BETWEEN}[A-Za-z0-9+/]{16,})+`,
  `(?:${BETWEEN}[A-Za-z0-9+/]{0,80}={0,2}${BETWEEN}-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----)?`,
].join("");

/** Formats that are credentials everywhere. */
export const TOKEN_FORMATS: readonly TokenFormat[] = [
  // Since 2026 an installation token names its App and has a signed part (decisions.md#github-limits).
  {
    name: "installation token",
    pattern: new RegExp(`${EDGE}ghs_(?:[0-9]{1,20}_[\\w-]{16,}(?:\\.[\\w-]+){0,2}|[A-Za-z0-9]{30,})`, "g"),
  },
  { name: "GitHub token", pattern: new RegExp(`${EDGE}gh[pour]_[A-Za-z0-9]{30,}`, "g") },
  { name: "GitHub token", pattern: new RegExp(`${EDGE}github_pat_[A-Za-z0-9_]{22,}`, "g") },
  { name: "model key", pattern: new RegExp(`${EDGE}sk-ant-[\\w-]{20,}`, "g") },
  { name: "model key", pattern: new RegExp(`${EDGE}sk-(?:proj|svcacct|admin)-[\\w-]{40,}`, "g") },
  { name: "private key", pattern: new RegExp(PEM, "g") },
  // Amazon's documentation uses keys that end in EXAMPLE.
  {
    name: "AWS key",
    pattern: new RegExp(`${EDGE}(?:AKIA|ASIA)(?![A-Z0-9]{9}EXAMPLE)[A-Z2-7]{16}(?![A-Za-z0-9])`, "g"),
  },
  {
    name: "AWS secret",
    pattern: /aws_secret_access_key["']?\s{0,9}[=:]\s{0,9}["']?(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/gi,
  },
  { name: "npm token", pattern: new RegExp(`${EDGE}npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])`, "g") },
  { name: "Slack token", pattern: new RegExp(`${EDGE}xox[abeoprs]-[\\w-]{20,}`, "g") },
  { name: "Google key", pattern: new RegExp(`${EDGE}AIza[\\w-]{35}(?![\\w-])`, "g") },
  { name: "GitLab token", pattern: new RegExp(`${EDGE}glpat-[\\w-]{20,}`, "g") },
];

/** In a log these are credentials. In source code or tests they may be anything. */
export const LOG_FORMATS: readonly TokenFormat[] = [
  { name: "credential", pattern: /\b(?:bearer|token|basic)\s{1,9}(?<secret>[A-Za-z0-9._~+/-]{20,}={0,2})/gi },
  { name: "credential", pattern: /:\/\/[^\s/:@"\\]{1,200}:(?<secret>[^\s/@"\\]{1,500})@/g },
  // The head is short. Without a bound, every possible start in a long row would be scanned to the end of the row.
  { name: "signed token", pattern: new RegExp(`${EDGE}eyJ[\\w-]{10,400}\\.eyJ[\\w-]{10,}\\.[\\w-]{10,}`, "g") },
];

export function findFormats(text: string, formats: readonly TokenFormat[]): Found[] {
  return formats.flatMap(({ name, pattern }) =>
    [...text.matchAll(pattern)].map((match) => {
      const secret = match.groups?.secret ?? match[0];
      const start = match.index + match[0].lastIndexOf(secret);
      return { name, start, end: start + secret.length };
    }),
  );
}
