import { patternMatcher } from "../config/path-pattern.js";
import type { SizingConfig } from "../config/sizing-config.js";

/** A file for the budget: its name and length. Counting needs no content. */
export type SizedFile = { readonly path: string; readonly characters: number; readonly binary?: boolean };

type TokenRules = Pick<SizingConfig, "characters_per_token" | "generated_file_tokens" | "generated_patterns">;

/**
 * Four characters a token (requirements.md#token-estimation), rounded up so that many small texts do not count as
 * nothing.
 */
export function estimateTokens(
  text: string,
  { characters_per_token }: Pick<TokenRules, "characters_per_token">,
): number {
  return Math.ceil(text.length / characters_per_token);
}

/**
 * The most tokens that a text can be: one for each byte of UTF-8, because every tokenizer falls back to bytes. Money is reserved by
 * it (decisions.md#caps): a text in Chinese or of punctuation has many times the tokens of its estimate.
 */
export function mostTokens(text: string): number {
  return Buffer.byteLength(text);
}

/** Generated and binary files count with their names only: their content is never shown. */
export function estimateFileTokens(files: readonly SizedFile[], rules: TokenRules): number {
  const isGenerated = patternMatcher(rules.generated_patterns);
  return files
    .map((file) =>
      file.binary || isGenerated(file.path)
        ? rules.generated_file_tokens
        : Math.ceil(file.characters / rules.characters_per_token),
    )
    .reduce((total, tokens) => total + tokens, 0);
}
