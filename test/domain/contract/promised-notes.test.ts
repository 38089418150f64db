import { describe, expect, it } from "vitest";
import { promisedNotes } from "../../../src/domain/contract/promised-notes.js";

describe("the notes of a contract's modes", () => {
  it.each([
    "It never throws.",
    "Results are always sorted.",
    "The caller's array is guaranteed to stay as it is.",
    "main() ensures that standard input is read once.",
  ])("promise something: %s", (notes) => {
    expect(promisedNotes(`Returns at once. ${notes}`)).toEqual([notes]);
  });

  it.each([
    "Returns at once; nothing is read or written.",
    "Returns a promise of the text.",
    "Callers must never call it twice at once.",
    "Never call it from a signal handler.",
  ])("tell callers something: %s", (notes) => {
    expect(promisedNotes(notes)).toEqual([]);
  });
});
