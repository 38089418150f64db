import { createPrivateKey } from "node:crypto";
import { readFileSync } from "node:fs";
import type { z } from "zod";
import { type EnvProblem, type ReadVariables, readVariables, type Variables } from "../env.js";
import { whyUnreadable } from "./why-unreadable.js";

/** The required form. */
const REQUESTED = "it must be the App's whole .pem file on one line, each line end written as \\n";
const ANOTHER = "generate a private key on the App's settings page and give its .pem file";

/** The environment or a part of it with the App's key, from its own variable or from the named file. */
export function readWithKey<Part extends z.ZodObject>(part: Part, given: Variables): ReadVariables<z.infer<Part>> {
  const { variables, unread } = fromFile(given);
  const read = readVariables(part, variables);
  const ofText = read.ok ? [] : read.problems;
  const others = ofText.filter(({ name }) => name !== "PRIVATE_KEY");
  const ofKey = unread ?? ofText.find(({ name }) => name === "PRIVATE_KEY") ?? keyProblem(variables);
  if (ofKey !== null) return { ok: false, problems: [ofKey, ...others] };
  return read;
}

type Keyed = { readonly variables: Variables; readonly unread?: EnvProblem };

/** If the file cannot be read, only that is reported about the key. */
function fromFile(variables: Variables): Keyed {
  const file = variables.PRIVATE_KEY_PATH;
  if (!file) return { variables };
  const refused = (words: string) => ({ variables, unread: { name: "PRIVATE_KEY_PATH", words } });
  if (variables.PRIVATE_KEY) return refused("is set, and so is PRIVATE_KEY: leave one of them out");
  try {
    return { variables: { ...variables, PRIVATE_KEY: readFileSync(file, "utf8") } };
  } catch (error) {
    return refused(`names ${file}, which cannot be read: ${whyUnreadable(error)}`);
  }
}

function keyProblem({ PRIVATE_KEY, PRIVATE_KEY_PATH }: Variables): EnvProblem | null {
  const why = whyNoKey(PRIVATE_KEY ?? "");
  if (why === null) return null;
  if (!PRIVATE_KEY_PATH) return { name: "PRIVATE_KEY", words: why };
  return { name: "PRIVATE_KEY_PATH", words: `names ${PRIVATE_KEY_PATH}, which ${why}` };
}

/**
 * Why the App cannot sign with this key, or null. Literal `
 *
 * ` count as line ends.
 */
function whyNoKey(text: string): string | null {
  const pem = text.replaceAll("\\n", "\n").trim();
  const label = /^-----BEGIN ([A-Z0-9 ]+)-----/.exec(pem)?.[1];
  if (label === undefined) return `is not a private key: ${REQUESTED}`;
  if (label.includes("CERTIFICATE")) return `is a certificate, not a private key: ${ANOTHER}`;
  if (label.includes("PUBLIC")) return `is a public key, not a private one: ${ANOTHER}`;
  if (label.includes("ENCRYPTED") || /^Proc-Type: 4,ENCRYPTED\r?$/m.test(pem))
    return "is a private key with a passphrase, which the App cannot ask for: take the passphrase off, or generate another key";
  if (!pem.endsWith(`-----END ${label}-----`)) return `is only a part of a private key: ${REQUESTED}`;
  const kind = kindOf(pem);
  if (kind === null) return `is not a private key: ${REQUESTED}`;
  return kind === "rsa" ? null : `is a private key of another kind (${kind}, not RSA): ${ANOTHER}`;
}

function kindOf(pem: string): string | null {
  try {
    return createPrivateKey(pem).asymmetricKeyType ?? "unknown";
  } catch (error) {
    if (error instanceof Error && "code" in error) return null;
    throw error;
  }
}
