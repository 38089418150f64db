import { z } from "zod";
import { Label, MeaningfulText } from "./meaningful-text.js";
import { RepoPath } from "./repo-path.js";

/** An export as people spell it: `checkHealth`, `checkHealth()`, `Cache.get`, `auth::login`. */
export const ExportName = Label.regex(/^[^\s()]+(?:\(\))?$/, "must be one export name");
export type ExportName = z.infer<typeof ExportName>;

/** The name alone: `checkHealth()` and `checkHealth` are the same export (decisions.md#checks-of-assertions). */
export function bareExportName(name: ExportName): string {
  return name.replace(/\(\)$/, "");
}

function isRegularExpression(pattern: string): boolean {
  try {
    new RegExp(pattern);
    return true;
  } catch {
    return false;
  }
}

/**
 * What is checked in the finished code. A type outside this list is an error, never a pass
 * (decisions.md#checks-of-assertions).
 */
export const AssertionCheck = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("export_exists"), target: ExportName, file: RepoPath.exactOptional() }),
  z.strictObject({ type: z.literal("file_exists"), target: RepoPath }),
  z.strictObject({
    type: z.literal("pattern_match"),
    target: RepoPath,
    pattern: z.string().min(1).refine(isRegularExpression, "must be a regular expression"),
  }),
  z.strictObject({
    type: z.enum(["signature_match", "function_exists"]),
    target: ExportName,
    signature: MeaningfulText,
    file: RepoPath.exactOptional(),
  }),
  z.strictObject({ type: z.literal("semantic"), target: RepoPath, criterion: MeaningfulText }),
]);
export type AssertionCheck = z.infer<typeof AssertionCheck>;

/** `assert` must hold or the module fails; `suggest` is reported (requirements.md#assert-and-suggest). */
export const ContractAssertion = z.strictObject({
  type: z.enum(["assert", "suggest"]),
  condition: MeaningfulText,
  message: MeaningfulText,
  check: AssertionCheck,
});
export type ContractAssertion = z.infer<typeof ContractAssertion>;

/** Something that tests may assert (requirements.md#clauses-and-tags). */
export const AssertionTarget = z.strictObject({
  kind: z.enum(["export", "error", "http", "payload", "selector", "file", "stream"]),
  target: Label,
});
export type AssertionTarget = z.infer<typeof AssertionTarget>;
