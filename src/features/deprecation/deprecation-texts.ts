import type { ModuleRef } from "../../domain/ids.js";
import { plainText } from "../../render/plain-text.js";
import { type DeprecationOrder, isMigration } from "./deprecation-state.js";

/**
 * The body of the pull request that changes the index entry: the notice, the migration note, and the affected modules
 * (requirements.md#deprecation).
 */
export function deprecationPullRequestBody(order: DeprecationOrder, downstream: readonly ModuleRef[]): string {
  return [
    `${order.asked_by} deprecates ${order.module_ref} in #${order.issue}.`,
    "",
    ...asOf(order, downstream),
    "",
    "The module and its files stay. Searches leave it out, and a release stops while something active depends on it.",
  ].join("\n");
}

/** The answer to the author when the index has changed. */
export function deprecated(order: DeprecationOrder, downstream: readonly ModuleRef[]): string {
  return [`${order.module_ref} is deprecated.`, "", ...asOf(order, downstream)].join("\n");
}

export function notDeprecated(ref: ModuleRef, why: string): string {
  return `${ref} was not deprecated: ${plainText(why)} Nothing was changed.`;
}

function asOf(order: DeprecationOrder, downstream: readonly ModuleRef[]): string[] {
  const { reason, migration_note, replacement } = order;
  return [
    `- Why: ${plainText(reason)}`,
    `- Instead: ${plainText(migration_note)}`,
    `- Replacement: ${replacement ?? "none"}`,
    `- Used by: ${downstream.length === 0 ? "no module" : downstream.join(", ")}`,
    ...(downstream.length > 0 && isMigration(order)
      ? [
          `- While a product is built, a task for each of them builds it again on ${replacement}; drop it with \`/factory adjust\`.`,
        ]
      : []),
  ];
}
