import { describe, expect, it } from "vitest";
import { BUTTONS } from "../../src/features/halts/buttons/buttons.js";
import {
  CHECK_SUMMARY_BYTES,
  type CheckContent,
  checkDigest,
  digestIn,
  digestMarker,
} from "../../src/render/check-digest.js";

const content: CheckContent = {
  name: "factory / gates",
  status: { kind: "queued" },
  title: "t",
  summary: "s",
  text: "",
  annotations: [],
  actions: [],
};

describe("the digest of a check run", () => {
  it.each([
    ["name", { name: "other" }],
    ["status", { status: { kind: "completed", conclusion: "success" } }],
    ["title", { title: "u" }],
    ["summary", { summary: "u" }],
    ["text", { text: "u" }],
    ["annotations", { annotations: [{ path: "a", line: 1, level: "notice", title: "t", message: "m" }] }],
    ["actions", { actions: [BUTTONS[0]] }],
  ] as const)("changes with its %s", (_field, changes) => {
    expect(checkDigest({ ...content, ...changes })).not.toBe(checkDigest(content));
  });

  it("ignores where it stands: key and head are not part of its content", () => {
    const effect = { ...content, key: "k", head: "a".repeat(40) };
    expect(checkDigest(effect)).toBe(checkDigest(content));
  });

  it("is found at the end of a summary and nowhere else", () => {
    const digest = checkDigest(content);
    expect(digestIn(`summary${digestMarker(digest)}`)).toBe(digest);
    expect(digestIn(`${digestMarker(digest)} quoted`)).toBeNull();
    expect(digestIn("summary")).toBeNull();
    expect(digestIn(`x${digestMarker("0".repeat(64))}${digestMarker(digest)}`)).toBe(digest);
  });

  it("leaves a summary exactly the room beside its marker", () => {
    expect(CHECK_SUMMARY_BYTES + digestMarker(checkDigest(content)).length).toBe(65_535);
  });
});

describe("the buttons of a check run", () => {
  it.each(BUTTONS)("keep to GitHub's limits: $label", ({ label, description, identifier }) => {
    expect(label.length).toBeLessThanOrEqual(20);
    expect(description.length).toBeLessThanOrEqual(40);
    expect(identifier.length).toBeLessThanOrEqual(20);
  });

  it("are three, and told apart by their identifier", () => {
    expect(BUTTONS.map(({ identifier }) => identifier)).toEqual(["retry", "pause", "continue"]);
  });
});
