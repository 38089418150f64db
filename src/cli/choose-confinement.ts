import type { ConfinementPolicy } from "../domain/config/gates-config.js";
import { accept, type Outcome, refuse } from "../domain/refusal.js";
import type { Confinement } from "../gates/run/confine.js";
import type { Model } from "../sandbox/app-variables.js";

export type CodeToRun = {
  readonly model: Model;
  /** The user's own recordings, instead of the demo's. */
  readonly replayed: boolean;
  /** The user accepts that nothing confines the model's code. */
  readonly unconfined: boolean;
};

/** The setting for the repository's configuration, and a note for the user. */
export type ChosenConfinement = { readonly policy: ConfinementPolicy; readonly warning: string | undefined };

/**
 * The demo's code is public in this repository, so it runs with the best confinement available. Code of a real model
 * runs confined, or unconfined if the user allows that.
 */
export function chooseConfinement(
  { model, replayed, unconfined }: CodeToRun,
  confinement: Confinement,
): Outcome<ChosenConfinement> {
  const isKnown = model === "recorded" && !replayed;
  const policy = isKnown || unconfined ? "preferred" : "required";
  if (confinement.kind !== "none") return accept({ policy, warning: undefined });
  const { reason } = confinement;
  if (policy === "required") {
    return refuse(
      "unconfined",
      `nothing confines code on this machine: ${reason}. What the model writes would run with everything you may do here. Install bubblewrap, or add --unconfined if that is acceptable.`,
    );
  }
  const why = isKnown ? "The demo's code is known, so it runs" : "As you asked, code runs";
  return accept({
    policy,
    warning: `Nothing confines code on this machine: ${reason}.\n${why} with everything you may do here (\`gates.confinement: preferred\`).`,
  });
}
