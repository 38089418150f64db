/** A submitted form: its checked fields, and the person who submits it. */
import { z } from "zod";
import type { Call } from "../../forge/http/call.js";
import { unprocessable } from "../../forge/http/errors.js";
import { findAccount } from "../../forge/lookup.js";
import type { AccountRecord } from "../../forge/records/account.js";

/** Every value is a list, because a form may repeat a name. */
export type Fields = Readonly<Record<string, readonly string[]>>;

export function readFields({ body }: Pick<Call, "body">): Fields {
  const pairs = new URLSearchParams(body.toString());
  return Object.fromEntries([...new Set(pairs.keys())].map((name) => [name, pairs.getAll(name)]));
}

export function readForm<T>(call: Pick<Call, "body">, schema: z.ZodType<T>): T {
  const fields = readFields(call);
  const single = Object.fromEntries(Object.entries(fields).map(([name, values]) => [name, values.at(-1)]));
  const parsed = schema.safeParse(single);
  if (parsed.success) return parsed.data;
  const names = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw unprocessable(`The form is not complete. ${names.join("; ")}`);
}

/** Only people: bots use their own tokens. */
export function personOf(call: Call): AccountRecord {
  const { as } = readForm(call, z.looseObject({ as: z.string() }));
  const account = findAccount(call.hub.state, as);
  if (account?.type !== "User") throw unprocessable(`There is no person named ${as} here.`);
  return account;
}
