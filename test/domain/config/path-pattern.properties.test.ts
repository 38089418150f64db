import fc from "fast-check";
import picomatch from "picomatch";
import { expect, it } from "vitest";
import { PathPattern, patternMatcher } from "../../../src/domain/config/path-pattern.js";

const name = fc.stringMatching(/^[ab.]{1,4}$/).filter((text) => !/^\.{1,2}$/.test(text));
const piece = fc.oneof(
  name,
  fc.constantFrom("*", "a*", "*b", "a*b", "*.a", "?", "a?b", "[ab]", "[!a]b", "{a,b}", "{a,ab}.b", "**"),
);
const pattern = fc
  .tuple(fc.array(piece, { minLength: 1, maxLength: 4 }), fc.constantFrom("", "/"), fc.constantFrom("", "/"))
  .map(([pieces, before, after]) => `${before}${pieces.join("/")}${after}`)
  .filter((text) => PathPattern.safeParse(text).success)
  // `src/**` is `src`, too, for the library as for us, but `*/**` is not `src` for it.
  .filter((text) => !/[*?]\/\*\*/.test(text));
const path = fc.array(name, { minLength: 1, maxLength: 5 }).map((names) => names.join("/"));

/** What a library makes of them, which is slow about other patterns, and knows one spelling of a negated set only. */
function byLibrary(text: string): (candidate: string) => boolean {
  const body = text.replace(/^\/+|\/+$/g, "").replaceAll("[!", "[^");
  const anchored = text.startsWith("/") || body.includes("/") ? body : `**/${body}`;
  const globs = text.endsWith("/") ? [`${anchored}/**/*`] : [anchored, `${anchored}/**`];
  return picomatch(globs, { dot: true, noextglob: true });
}

it("a path pattern means by ordinary patterns what a library for globs means by them", () => {
  fc.assert(
    fc.property(pattern, path, (text, candidate) => {
      expect(patternMatcher([text])(candidate), `${text} on ${candidate}`).toBe(byLibrary(text)(candidate));
    }),
    { numRuns: 3_000 },
  );
});
