import { parseArgs } from "node:util";
import { accept, type Outcome, refuse } from "../domain/refusal.js";

/** What `status`, `replay` and `doctor` are asked about, and how they answer. */
export type RepositoryRequest = { readonly where: string; readonly branch: string; readonly json: boolean };

const FLAGS = { json: { type: "boolean" }, branch: { type: "string" } } as const;
const STATE_BRANCH = "factory/state";

export function readRepositoryOptions(args: readonly string[]): Outcome<RepositoryRequest> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: FLAGS,
      strict: true,
      allowPositionals: true,
    });
    const [where = ".", ...more] = positionals;
    if (more.length > 0) return refuse("arguments", `one repository at a time; ${more.join(" ")} is too much`);
    return accept({ where, branch: values.branch ?? STATE_BRANCH, json: values.json ?? false });
  } catch (error) {
    // Node's own words name the flag; any other error is ours.
    if (!(error instanceof TypeError) || !("code" in error)) throw error;
    return refuse("flag", error.message);
  }
}
