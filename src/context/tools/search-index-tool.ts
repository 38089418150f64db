import { entryRef } from "../../domain/index-entries/code-index-entry.js";
import { CodeIndexQuery, type SearchResult } from "../../domain/index-entries/search-filter.js";
import { accept } from "../../domain/refusal.js";
import type { Tool } from "../../model/model-port.js";
import { fenceUntrusted } from "../fence-untrusted.js";
import { defineTool } from "./define-tool.js";

/** A result with what its contract says about where it is and what it offers; absent where that cannot be read. */
export type FoundModule = SearchResult & {
  readonly offers?: { readonly entry: string; readonly exports: readonly string[] };
};

export type SearchIndex = (query: CodeIndexQuery) => Promise<readonly FoundModule[]>;

const MAX_CHARACTERS = 40_000;

/** Looks for shipped modules by what they do (requirements.md#index-search). */
export function searchIndexTool(searchIndex: SearchIndex, boundary: string): Tool {
  return defineTool({
    name: "search_code_index",
    description: "Finds shipped modules by what they do, nearest first: contract summaries only, never source.",
    Input: CodeIndexQuery,
    run: async (query) => {
      const text = describeResults(await searchIndex(query));
      return accept(
        fenceUntrusted(text, { label: "code index", boundary, maxCharacters: MAX_CHARACTERS, comments: "keep" }),
      );
    },
  });
}

export function describeResults(results: readonly FoundModule[]): string {
  if (results.length === 0) return "no shipped module matches";
  return results.map(describeResult).join("\n\n");
}

function describeResult({ entry, similarity_score, offers }: FoundModule): string {
  const { io_summary: io } = entry;
  const line = (name: string, values: readonly string[]) =>
    `  ${name}: ${values.length === 0 ? "none" : values.join("; ")}`;
  return [
    `${entryRef(entry)} ${entry.name} (${entry.status}, similarity ${similarity_score.toFixed(2)})`,
    `  purpose: ${entry.purpose}`,
    ...(offers === undefined ? [] : [`  entry: ${offers.entry}`, line("exports", offers.exports)]),
    line("tags", entry.tags),
    ...Object.entries(io).map(([name, value]) => line(name, value)),
    line("dependencies", entry.dependencies),
    ...(entry.superseded_by === null ? [] : [`  superseded by: ${entry.superseded_by}`]),
    ...(entry.notes === "" ? [] : [`  notes: ${entry.notes}`]),
  ].join("\n");
}
