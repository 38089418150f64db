import { fitParts } from "../../render/fit.js";
import { plainText } from "../../render/plain-text.js";
import type { Offender, ReleaseGate } from "./rules/release-gates.js";
import type { ReleaseOrder } from "./rules/release-state.js";

/** What one release gate found. */
export type Offence = { readonly gate: ReleaseGate; readonly offenders: readonly Pick<Offender, "message">[] };

export type RefusedRelease = {
  readonly order: ReleaseOrder;
  readonly why: string;
  readonly offences: readonly Offence[];
};

/** Why nothing was released: every offender with its fix, and how to try again. */
export function releaseRefusal({ order, why, offences }: RefusedRelease): string {
  const what = order.modules === null ? "" : ` of ${order.modules.join(", ")}`;
  const head = [
    `**The release${what} was refused.** ${plainText(why)}`,
    "",
    `Nothing was tagged or published. When it is mended, say \`${tryAgain(order)}\`.`,
  ].join("\n");
  return fitParts(
    head,
    offences.map(({ gate, offenders }) => ({
      text: [`### ${words(gate)}`, "", ...offenders.map(({ message }) => `- ${message}`)].join("\n"),
      whenLeftOut: `_${words(gate)}: ${offenders.length} findings left out, because they did not fit. They are in the failure report on the state branch._`,
    })),
  );
}

/** The command for the same attempt. */
export function tryAgain({ modules }: ReleaseOrder): string {
  return ["/factory release", ...(modules ?? [])].join(" ");
}

function words(gate: ReleaseGate): string {
  return gate.replaceAll("_", " ");
}
