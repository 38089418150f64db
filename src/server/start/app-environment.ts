import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { hasCode } from "../../domain/errors.js";

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The App's environment for commands that ask GitHub in its name: these variables, and `.env` in this folder for
 * missing ones. If the variables have the App's key, the file is not read at all: a folder from another person could
 * name its own GitHub and receive tokens signed by that key. For the same reason it cannot name the file of a key.
 */
export function appEnvironment(variables: Variables, file = ".env"): Variables {
  if (variables.PRIVATE_KEY || variables.PRIVATE_KEY_PATH) return variables;
  const { PRIVATE_KEY_PATH: _, ...kept } = readEnvFile(file);
  return { ...kept, ...variables };
}

/** Empty if there is no such file. */
function readEnvFile(file: string): Variables {
  try {
    return parseEnv(readFileSync(file, "utf8"));
  } catch (error) {
    if (hasCode(error, "ENOENT")) return {};
    throw error;
  }
}
