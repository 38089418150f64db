import semver from "semver";
import type { Version } from "../ids.js";
import { accept, type Outcome, refuse } from "../refusal.js";
import { judgeCompatibility } from "./compatibility.js";
import type { Dimensions } from "./dimensions.js";
import { fingerprint } from "./fingerprint.js";

/** The first version of every module (requirements.md#versions). */
export const INITIAL_VERSION: Version = "1.0.0";

export type Bump = "patch" | "minor" | "major";

/**
 * Which part of the version a change raises: patch if the interface is the same, minor for additions only, major
 * otherwise.
 */
export function requiredBump(before: Dimensions, after: Dimensions): Bump {
  if (fingerprint(before) === fingerprint(after)) return "patch";
  return judgeCompatibility(before, after).compatibility === "BREAKING" ? "major" : "minor";
}

export function bumpVersion(version: Version, bump: Bump): Version {
  const next = semver.inc(version, bump);
  if (next === null) throw new TypeError(`not a version: ${version}`);
  return next;
}

export function highestVersion(versions: readonly Version[]): Version | undefined {
  return versions.reduce<Version | undefined>(
    (highest, version) => (highest === undefined || semver.gt(version, highest) ? version : highest),
    undefined,
  );
}

/** A module's shipped versions, each with its interface. */
export type Lineage = readonly { readonly version: Version; readonly dimensions: Dimensions }[];

/**
 * Whether a version may be the next of its lineage: 1.0.0 first, then always higher than every other, raised exactly as
 * the change of the interface requires (requirements.md#versions).
 */
export function checkVersion(version: Version, dimensions: Dimensions, lineage: Lineage): Outcome<Version> {
  const highest = highestVersion(lineage.map((shipped) => shipped.version));
  const previous = lineage.find((shipped) => shipped.version === highest);
  if (previous === undefined) {
    if (version === INITIAL_VERSION) return accept(version);
    return refuse("version-not-initial", `A new module starts at ${INITIAL_VERSION}, not at ${version}.`, { version });
  }
  if (!semver.gt(version, previous.version)) {
    return refuse(
      "version-not-monotonic",
      `Version ${version} does not exceed ${previous.version}, the highest one shipped; versions only increase.`,
      { version, highest: previous.version },
    );
  }
  const bump = requiredBump(previous.dimensions, dimensions);
  const expected = bumpVersion(previous.version, bump);
  if (version === expected) return accept(version);
  const { reasons } = judgeCompatibility(previous.dimensions, dimensions);
  return refuse(
    "version-bump-mismatch",
    `Version ${version} must be ${expected}: the change since ${previous.version} is a ${bump} one${because(bump, reasons)}.`,
    { version, expected, bump, reasons },
  );
}

function because(bump: Bump, reasons: readonly string[]): string {
  if (bump === "patch") return " (the interface fingerprint is unchanged)";
  if (bump === "minor") return " (the interface only gained)";
  return ` (${reasons.join("; ")})`;
}
