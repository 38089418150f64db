import { z } from "zod";
import type { Config } from "../domain/config/config.js";
import { MIN_EVIDENCE_TOKENS } from "../domain/debate/evidence.js";
import { MIN_DETAIL_WORDS } from "../domain/debate/vague-amendment.js";
import { mayChange } from "../domain/enforcement/protected-paths.js";
import type { WebSearch } from "../model/model-port.js";

/** The placeholders of prompts: numbers of the configuration, and tables from data. */
export const PlaceholderName = z.enum([
  "max_files",
  "decompose_above_files",
  "allowed_dependencies",
  "shared_paths",
  "contract_mode",
  "semantic_assertions",
  "revisions",
  "min_evidence_tokens",
  "min_detail_words",
  "web_search",
]);
export type PlaceholderName = z.infer<typeof PlaceholderName>;

export function placeholderValues(
  config: Config,
  webSearch: WebSearch = { offered: true },
): Readonly<Record<PlaceholderName, string>> {
  return {
    max_files: String(config.max_files),
    decompose_above_files: String(config.decompose_above_files),
    allowed_dependencies: listed(config.allowed_dependencies),
    shared_paths: listed(config.shared_paths.filter((pattern) => mayChange(exampleOf(pattern), config))),
    contract_mode: config.contract_mode,
    semantic_assertions: config.semantic_assertions,
    revisions: String(config.retries.revisions),
    min_evidence_tokens: String(MIN_EVIDENCE_TOKENS),
    min_detail_words: String(MIN_DETAIL_WORDS),
    // The reason is for people only: it differs between a recording and its repetition, and does not matter to the
    // role.
    web_search: webSearch.offered ? "available" : "not available",
  };
}

const PLACEHOLDER = /\{\{([a-z_]+)\}\}/g;

/** The prompt with all values. A placeholder without a value is a mistake in the prompt. */
export function fillPlaceholders(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(PLACEHOLDER, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) throw new TypeError(`${whole} is no placeholder that has a value`);
    return value;
  });
}

/** A path that a pattern means: what is protected is not offered, whatever else it is. */
function exampleOf(pattern: string): string {
  return pattern
    .replace(/^\//, "")
    .replace(/\{([^,}]*)[^}]*\}/g, "$1")
    .replace(/\*+/g, "x");
}

function listed(items: readonly string[]): string {
  return items.length === 0 ? "none" : items.map((item) => `\`${item}\``).join(", ");
}
