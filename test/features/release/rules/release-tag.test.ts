import { describe, expect, it } from "vitest";
import { releaseTag } from "../../../../src/features/release/rules/release-tag.js";

const HERE = "a".repeat(40);
const THERE = "b".repeat(40);

describe("the tag of a release", () => {
  it.each<[string, Record<string, string>, string]>([
    ["is the spec's version", {}, "v1.2.3"],
    ["is the next patch when the version is taken", { "v1.2.3": THERE }, "v1.2.4"],
    ["is the first free patch", { "v1.2.3": THERE, "v1.2.4": THERE, "v1.2.6": THERE }, "v1.2.5"],
    ["is its own again when it stands on the released commit", { "v1.2.3": HERE }, "v1.2.3"],
    ["is found again behind tags that are not its own", { "v1.2.3": THERE, "v1.2.4": HERE }, "v1.2.4"],
    ["does not care about other versions", { "v1.2.2": THERE, "v1.3.0": THERE, "1.2.3": THERE }, "v1.2.3"],
  ])("%s", (_, tags, expected) => {
    expect(releaseTag("1.2.3", HERE, new Map(Object.entries(tags)))).toBe(expected);
  });
});
