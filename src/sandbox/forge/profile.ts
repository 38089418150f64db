import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { Platform } from "../runner/host.js";

/** Which of GitHub's products the forge behaves like. */
export const FORGE_PROFILES = ["github.com", "ghe.com", "ghes-3.17"] as const;
export type ForgeProfile = (typeof FORGE_PROFILES)[number];

/** What differs between them, as far as anything here can notice. */
export type ProfileTraits = Platform & {
  /** The version that every answer of an Enterprise Server names. */
  readonly version: string | null;
  /** A dispatch answers with its run if it is asked to; elsewhere the key is not permitted (Enterprise Server 3.21 is the first with it). */
  readonly returnsRunDetails: boolean;
  readonly dispatchInputs: number;
  /** An Enterprise Server limits nobody unless its administrator says so. */
  readonly limitsRates: boolean;
  /** Where everybody is a managed user, nothing is public. */
  readonly hasPublicRepositories: boolean;
};

const CLOUD: ProfileTraits = {
  version: null,
  returnsRunDetails: true,
  dispatchInputs: 25,
  limitsRates: true,
  hasPublicRepositories: true,
  hasCacheMode: true,
  artifacts: "v4",
  hostsRunners: true,
};

export const PROFILES: Readonly<Record<ForgeProfile, ProfileTraits>> = {
  "github.com": CLOUD,
  "ghe.com": { ...CLOUD, hasPublicRepositories: false },
  "ghes-3.17": {
    version: "3.17.0",
    returnsRunDetails: false,
    dispatchInputs: 10,
    limitsRates: false,
    hasPublicRepositories: true,
    hasCacheMode: false,
    artifacts: "v3",
    hostsRunners: false,
  },
};

/** The product as the App's variable GITHUB_PRODUCT names it. */
export function productNamed(profile: ForgeProfile): "github.com" | "ghe.com" | "ghes" {
  return profile === "ghes-3.17" ? "ghes" : profile;
}

export function readProfile(name: string): Outcome<ForgeProfile> {
  const known = FORGE_PROFILES.find((profile) => profile === name);
  return known === undefined ? refuse("flag", `--as must be ${FORGE_PROFILES.join(", ")}, not ${name}`) : accept(known);
}
