import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { readFlags } from "../read-flags.js";

/** The options of `status`, `replay` and `doctor`. */
export type RepositoryRequest = {
  readonly where: string;
  /** The state branch; null if the user named none. */
  readonly branch: string | null;
  readonly json: boolean;
  /** One line for every decision; for `replay` only. */
  readonly verbose: boolean;
};

const JSON_FLAG = { json: { type: "boolean" } } as const;
const BRANCH_FLAG = { branch: { type: "string" } } as const;
const VERBOSE_FLAG = { verbose: { type: "boolean" } } as const;

/** For commands that read the state branch. */
export function readRepositoryOptions(
  command: "status" | "replay",
  args: readonly string[],
): Outcome<RepositoryRequest> {
  const options = { ...JSON_FLAG, ...BRANCH_FLAG, ...(command === "replay" ? VERBOSE_FLAG : {}) };
  const read = readFlags(command, args, { options, positionals: true });
  if (!read.ok) return read;
  const { json = false, branch = null, verbose } = read.value.values;
  const where = oneOf(read.value.positionals);
  return where.ok ? accept({ where: where.value, branch, json, verbose: verbose === true }) : where;
}

/** For the doctor, which does not read the state branch. */
export function readDoctorOptions(args: readonly string[]): Outcome<Omit<RepositoryRequest, "branch" | "verbose">> {
  const read = readFlags("doctor", args, { options: JSON_FLAG, positionals: true });
  if (!read.ok) return read;
  const where = oneOf(read.value.positionals);
  if (!where.ok) return where;
  if (where.value !== "." && !/^[\w.-]+\/[\w.-]+$/.test(where.value)) {
    return refuse("arguments", `${where.value} is not owner/name. Name a repository on GitHub, or none for all.`);
  }
  return accept({ where: where.value, json: read.value.values.json ?? false });
}

function oneOf([where = ".", ...more]: readonly string[]): Outcome<string> {
  return more.length === 0
    ? accept(where)
    : refuse("arguments", `one repository at a time; ${more.join(" ")} is too much`);
}
