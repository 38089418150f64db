import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { sha256 } from "../../domain/hash.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { ContractRun } from "./contract-run.js";

/** Results are kept in the git directory: no commit has them, and no clone. An id may be no file name. */
function keptAt(gitDir: string, id: string): string {
  return path.join(gitDir, "factory", "contract-runs", `${sha256(id).slice(0, 40)}.json`);
}

/** Keeps a result where a later run of the same repository finds it, unless nothing may be written there. */
export async function keepContractRun(gitDir: string, run: ContractRun): Promise<void> {
  const file = keptAt(gitDir, run.id);
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, `${JSON.stringify(run, null, 2)}\n`);
  } catch (error) {
    // The result itself is printed, and can be given to the later run.
    if (!UNWRITABLE.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}

const UNWRITABLE = new Set(["EACCES", "EPERM", "EROFS"]);

export type ContractRunPlace = {
  readonly gitDir: string;
  readonly id: string;
  /** The result's file, if it was given. */
  readonly given: string | undefined;
  /** How to give it, for messages. */
  readonly option: string;
};

export async function readContractRun({ gitDir, id, given, option }: ContractRunPlace): Promise<Outcome<ContractRun>> {
  const file = given ?? keptAt(gitDir, id);
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text !== undefined) return parseRun(text, file);
  if (given !== undefined) return refuse("contract-run", `${option}: ${given} cannot be read`);
  const message = `contractRunId: no result of a CONTRACT run ${id} is kept in this repository. Run it here first, or give its result by \`${option}\``;
  return refuse("contract-run", message);
}

function parseRun(text: string, file: string): Outcome<ContractRun> {
  const no = (why: string) => refuse("contract-run", `contractRunId: ${file} is not the result of a run: ${why}`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return no(error.message);
  }
  const run = ContractRun.safeParse(value);
  if (run.success) return accept(run.data);
  return no(run.error.issues.map((issue) => `${issue.path.map(String).join(".")}: ${issue.message}`).join("; "));
}
