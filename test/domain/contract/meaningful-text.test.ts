import { describe, expect, it } from "vitest";
import { Label, MeaningfulText } from "../../../src/domain/contract/meaningful-text.js";

describe("a meaningful text", () => {
  it.each(["", "  ", "TBD", "n/a", "none", "-", "null"])("is not %j", (text) => {
    expect(MeaningfulText.safeParse(text).success).toBe(false);
  });

  it.each(["none: pure", "at most 80 characters", "0"])("may be %j", (text) => {
    expect(MeaningfulText.safeParse(text).success).toBe(true);
  });

  it("is whole characters, because half of one has no canonical form", () => {
    expect(MeaningfulText.safeParse("smile \ud83d").success).toBe(false);
    expect(MeaningfulText.safeParse("smile \ud83d\ude00").success).toBe(true);
  });
});

describe("a name", () => {
  it.each(["Todo", "unknown", "null", "None", "nothing", "pending", "_", "$", "()", "string[]", "() => void"])(
    "may be %j",
    (text) => {
      expect(Label.safeParse(text).success).toBe(true);
    },
  );

  it.each(["", " ", "\u200b", "TBD", "tba", "TBC", "FixMe", "xxx", "n/a", "-", "...", "???", "\ud83d!"])(
    "is not %j",
    (text) => {
      expect(Label.safeParse(text).success).toBe(false);
    },
  );
});
