import { describe, expect, it } from "vitest";
import { unnamedFilesIn, unnamedFilesInTask } from "../../../src/domain/clarity/unnamed-files.js";
import { vagueTermsIn } from "../../../src/domain/clarity/vague-terms.js";
import { ClarityConfig } from "../../../src/domain/config/clarity-config.js";

const { vague_terms } = ClarityConfig.parse({});

describe("words of a task", () => {
  it.each([
    "Add Polish translations",
    "Polish translations of the error messages are shown",
    "Messages are shown in Polish",
    "Return the better of two offers",
    "Return the offer that is better than the last one",
    "Improve the hit rate from 60 to 80 percent",
    "Clean up temporary directories after each run",
    "Raise a TypeError when something is not a string",
    "The function `improve` returns its argument",
    "Write src/misc/stuff.ts",
  ])("are clear in: %s", (text) => {
    expect(vagueTermsIn(text, vague_terms)).toEqual([]);
  });

  it.each([
    ["Make the output better", ["better"]],
    ["Improve the error handling", ["improve"]],
    ["Polish the interface", ["polish"]],
    ["- Polish the page", ["polish"]],
    ["Clean up the code", ["clean up"]],
    ["Clean up some other things that nobody reads", ["clean up"]],
    ["Handle various inputs, etc.", ["etc", "various"]],
    ["Return the better of two offers, and make it nicer", ["nicer"]],
    ["Do SOMETHING about it", ["something"]],
  ])("are vague in: %s", (text, terms) => {
    expect(vagueTermsIn(text, vague_terms)).toEqual(terms);
  });

  it("are those of the configuration", () => {
    expect(vagueTermsIn("Make it snappy", ["snappy"])).toEqual(["snappy"]);
  });
});

describe("files of a task", () => {
  it.each(["Delete the remaining files of a finished upload", "List the other files in a folder", "Read /etc/hosts"])(
    "are things that the product works on in: %s",
    (text) => {
      expect([...unnamedFilesIn(text), ...unnamedFilesInTask(text)]).toEqual([]);
    },
  );

  it.each([
    ["Change src/a.ts and other files", "and other files"],
    ["Change src/a.ts, the related files, and test it", "the related files"],
    ["Change src/a.ts and any other files that need it", "any other files"],
    ["Change src/a.ts, src/b.ts, ...", "src/b.ts, ..."],
  ])("are not named in: %s", (text, found) => {
    expect(unnamedFilesInTask(text)).toEqual([found]);
  });
});
