import type { Candidate } from "../../domain/artifacts/build-context-pack.js";
import type { ViewPermission } from "../../domain/artifacts/permission.js";
import type { Role } from "../../domain/artifacts/producer.js";
import { type VersionedRef, versionedRef } from "../../domain/artifacts/versioned-ref.js";
import type { RoleInput } from "../../domain/artifacts/visibility.js";
import { sha256 } from "../../domain/hash.js";
import type { NamedText } from "./role-facts.js";

/** The role, and its permission from the table. */
export type Looker = { readonly role: Role; readonly permission: ViewPermission };

/** A text that could be given to a role. It is rendered only after the table has granted it, for that role. */
export type Offer = Candidate & {
  readonly title: string;
  /** The same in every call about this task. */
  readonly stable: boolean;
  /** Words of the factory, which need no fence. */
  readonly own?: true;
  readonly text: (looker: Looker) => string;
};

type OfferFacts = {
  readonly input: RoleInput;
  /** Its id in the pack. */
  readonly id: string;
  readonly title: string;
  readonly reason: string;
  readonly stable?: boolean;
};

/** An offer that is the same for every role; its content is its version. */
export function offer({ text, ...facts }: OfferFacts & { readonly text: string }): Offer {
  return offerFor({ ...facts, content: text, text: () => text });
}

/** An offer that says that there is none, so that nobody takes it for one that was left out. */
export function offerNone(facts: OfferFacts & { readonly text: string }): Offer {
  return { ...offer(facts), own: true };
}

/** An offer that is rendered differently for different roles; its source is its version. */
export function offerFor({
  id,
  content,
  stable = false,
  ...facts
}: OfferFacts & { readonly content: unknown; readonly text: Offer["text"] }): Offer {
  const version = sha256(typeof content === "string" ? content : JSON.stringify(content));
  return { ...facts, stable, ref: versionedRef(encodeURI(id), version) };
}

/** An offer with its own reference. */
export function offerOf(
  ref: VersionedRef,
  facts: Omit<OfferFacts, "id" | "stable"> & { readonly text: string },
): Offer {
  return { ...facts, ref, stable: false, text: () => facts.text };
}

/** Several texts of one kind as one offer; none if there are no texts. */
export function offerTexts(
  facts: Omit<OfferFacts, "id">,
  texts: readonly NamedText[] | undefined,
  id: string = facts.input,
): Offer[] {
  if (texts === undefined || texts.length === 0) return [];
  return [offer({ ...facts, id, text: underNames(texts) })];
}

export function underNames(texts: readonly NamedText[]): string {
  return texts.map(({ name, text }) => `### ${name}\n${text}`).join("\n\n");
}

/** Unknown facts are not offered. */
export function ifKnown<T>(value: T | undefined, make: (value: T) => Offer): Offer[] {
  return value === undefined ? [] : [make(value)];
}
