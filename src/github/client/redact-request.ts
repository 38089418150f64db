import { redactValue } from "../../redaction/redact-value.js";
import { isRead, type RequestFacts } from "./request-policy.js";

/** The address and the authorisation of a request: only these have the token. */
const ADDRESS = new Set(["baseUrl", "url", "method", "headers", "request", "mediaType"]);

/**
 * The last step before the network: removes known secrets from everything that is written
 * (decisions.md#secrets-stay-out). It changes the options in place, because Octokit's inner hooks send the same object.
 */
export function redactRequest(redact: (text: string) => string) {
  return function send<R, O extends RequestFacts>(request: (options: O) => R, options: O): R {
    return request(isRead(options) ? options : Object.assign(options, redactOptions(options, redact)));
  };
}

function redactOptions<O extends object>(options: O, redact: (text: string) => string): O {
  const entries = Object.entries(options).map(([name, value]) => [
    name,
    ADDRESS.has(name) ? value : redactBody(value, redact),
  ]);
  return { ...options, ...Object.fromEntries(entries) };
}

/** Files of a commit are in base64, in which a mark would break the file. */
function redactBody(value: unknown, redact: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => redactBody(item, redact));
  if (typeof value !== "object" || value === null) return redactValue(value, redact);
  const isFile = "path" in value && "contents" in value;
  const entries = Object.entries(value).map(([name, item]) => {
    if (isFile && name === "contents" && typeof item === "string") return [name, redactContents(item, redact)];
    return [redact(name), redactBody(item, redact)];
  });
  return Object.fromEntries(entries);
}

/** By bytes, because a file need not be text. */
function redactContents(base64: string, redact: (text: string) => string): string {
  const contents = Buffer.from(base64, "base64").toString("latin1");
  const redacted = redact(contents);
  return redacted === contents ? base64 : Buffer.from(redacted, "latin1").toString("base64");
}
