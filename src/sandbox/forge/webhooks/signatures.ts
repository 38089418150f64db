/** The signatures of commits: an account has `ID+login@users.noreply.<host>` or its own address. */
import type { Signature } from "../git/objects.js";
import type { AccountRecord } from "../records/account.js";

const NOREPLY = /^(\d+)\+.*@users\.noreply\.github\.com$/;

export function signatureOfAccount(account: AccountRecord, date: string): Signature {
  const email = account.email ?? `${account.id}+${account.login}@users.noreply.github.com`;
  return { name: account.name ?? account.login, email, date, offset: "+0000" };
}

/** The committer of commits made through the web and the API is GitHub itself. They are verified. */
export function webFlowSignature(date: string): Signature {
  return { name: "GitHub", email: "noreply@github.com", date, offset: "+0000" };
}

export function noreplyOwner(email: string): number | undefined {
  const id = NOREPLY.exec(email)?.[1];
  return id === undefined ? undefined : Number(id);
}
