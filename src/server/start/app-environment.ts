import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { hasCode } from "../../domain/errors.js";

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The App's environment for whoever asks GitHub in its name from where it is kept: these variables, and `.env` in this folder for
 * what they leave out. Where they hold the App's key, the file is not read at all: a folder that somebody else filled could
 * name a GitHub of its own to send that key's word to. For the same reason it cannot name the file of a key.
 */
export function appEnvironment(variables: Variables, file = ".env"): Variables {
  if (variables.PRIVATE_KEY || variables.PRIVATE_KEY_PATH) return variables;
  const { PRIVATE_KEY_PATH: _, ...kept } = readEnvFile(file);
  return { ...kept, ...variables };
}

/** Nothing, where there is no such file. */
function readEnvFile(file: string): Variables {
  try {
    return parseEnv(readFileSync(file, "utf8"));
  } catch (error) {
    if (hasCode(error, "ENOENT")) return {};
    throw error;
  }
}
