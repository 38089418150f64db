import type { Role } from "../../domain/artifacts/producer.js";
import type { AmendmentProposal } from "../../domain/enforcement/amendment-proposal.js";
import type { Violation } from "../../domain/enforcement/retry-context.js";
import { type Offer, offerFor, offerTexts } from "./offer.js";
import { maySeeFinding } from "./quotable.js";
import type { NamedText, RoleFacts } from "./role-facts.js";

/** The repeated failure, and a person's changes of the contract because of it. */
export function amendmentOffers({ repeated, amendments }: RoleFacts): Offer[] {
  return [
    ...offerTexts(
      {
        input: "module-contract",
        title: "Changes of the contract that a person accepted",
        reason: "they are part of the contract and stay",
      },
      amendments?.map(amendment),
      "accepted-amendments",
    ),
    ...(repeated === undefined
      ? []
      : [
          offerFor({
            input: "gate-results",
            id: "repeated-failure",
            title: "The same failure, attempt by attempt",
            reason: "it points at the contract",
            content: repeated,
            text: ({ role }) => repeated.map((violations, index) => attempt(violations, index, role)).join("\n\n"),
          }),
        ]),
  ];
}

function amendment({ reason, proposed_changes, additional_types }: AmendmentProposal): NamedText {
  const changes = proposed_changes.map(
    ({ path, old_value, new_value }) => `- ${path}: ${old_value || "(nothing)"} -> ${new_value || "(nothing)"}`,
  );
  const types = additional_types.map(({ name, definition }) => `- new type ${name}: ${definition}`);
  return { name: reason, text: [...changes, ...types].join("\n") };
}

function attempt(violations: readonly Violation[], index: number, role: Role): string {
  const lines = violations.map(({ check, message, expected, actual }) => {
    // The record of an earlier attempt may repeat its message as its finding.
    const found = [
      ...(expected === "" ? [] : [` Expected: ${expected}.`]),
      ...(actual === "" || actual === message ? [] : [` Got: ${actual}.`]),
    ];
    return `- ${message} (${check}).${maySeeFinding(role, check) ? found.join("") : ""}`;
  });
  return [`Attempt ${index + 1}:`, ...lines].join("\n");
}
