import { accept, type Outcome } from "../../src/domain/refusal.js";
import { Env, readVariables, refuseStart } from "../../src/server/env.js";

/** Reads the environment from its text alone, without a check of the files and addresses it names. */
export function readEnv(variables: Parameters<typeof readVariables>[1]): Outcome<Env> {
  const read = readVariables(Env, variables);
  return read.ok ? accept(read.value) : refuseStart(read.problems);
}
