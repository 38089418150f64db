import { z } from "zod";
import { redactValue } from "../../redaction/redact-value.js";

/** Who asked: the App with its key, the App for its installation, or the person. */
export const Asker = z.enum(["app", "installation", "person", "nobody"]);
export type Asker = z.infer<typeof Asker>;

/** One request to GitHub with its answer, as it may be shown to anybody. */
export const Exchange = z.strictObject({
  step: z.string(),
  who: Asker,
  method: z.string(),
  /** Below the API's address, with its query; `/graphql` is GraphQL. */
  path: z.string(),
  asked: z.unknown(),
  status: z.number(),
  headers: z.record(z.string(), z.string()),
  answered: z.unknown(),
});
export type Exchange = z.infer<typeof Exchange>;

/** What says something about limits, versions and paging. Every other header is dropped, cookies and authorisation first of all. */
const KEPT_HEADERS = [
  /^x-ratelimit-/,
  /^x-github-(?!request-id)/,
  /^x-accepted-github-permissions$/,
  /^retry-after$/,
  /^link$/,
  /^content-type$/,
];

export function keptHeaders(headers: Iterable<readonly [string, string]>): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => KEPT_HEADERS.some((pattern) => pattern.test(name))));
}

/** Names under which GitHub answers with a credential, or with a private address of a person. */
const SECRET_FIELDS = new Set(["token", "private_key", "pem", "client_secret", "webhook_secret", "email"]);

/** JSON as it may be kept; anything else, such as an archive, is only measured. */
export function keptBody(body: Buffer, contentType: string, redact: (text: string) => string): unknown {
  if (body.length === 0) return null;
  if (!contentType.includes("json")) return { bytes: body.length, type: contentType };
  return redactValue(hideFields(JSON.parse(body.toString())), redact);
}

function hideFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hideFields);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, item]) => [
    name,
    SECRET_FIELDS.has(name) && typeof item === "string" ? "[redacted]" : hideFields(item),
  ]);
  return Object.fromEntries(entries);
}
