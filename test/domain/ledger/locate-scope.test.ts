import { describe, expect, it } from "vitest";
import { locateScope } from "../../../src/domain/ledger/locate-scope.js";
import { Scope } from "../../../src/domain/ledger/scope.js";

const TEXT = "# Tags\n\n- Adds a tag. Names are\n  lower case.\n- Never more than 8 tags.\n\nThanks!\n";

function located(scope: object, sources: Readonly<Record<string, string>> = { "SPEC.md": TEXT }) {
  return locateScope(Scope.parse(scope), new Map(Object.entries(sources)));
}
const requirement = (quote: string, more: object = {}) => ({ quote, kind: "behaviour", ...more });
const NOTHING = [{ quote: "# Tags" }, { quote: "Thanks!" }];
const WHOLE = [
  requirement("Adds a tag."),
  requirement("Names are lower case."),
  requirement("Never more than 8 tags.", { kind: "limit" }),
];

describe("a scope", () => {
  it("gets the lines of its quotes, also of one that is broken over two lines", () => {
    const outcome = located({ requirements: WHOLE, demands_nothing: NOTHING });
    if (!outcome.ok) throw new Error(outcome.refusal.message);
    expect(outcome.value.requirements.map(({ lines }) => lines)).toEqual(["3", "3-4", "5"]);
    expect(outcome.value.demands_nothing.map(({ lines }) => lines)).toEqual(["1", "7"]);
  });

  it("is handed back with each statement that it forgets, also the second one of a line", () => {
    const outcome = located({ requirements: [WHOLE[0], WHOLE[2]], demands_nothing: NOTHING.slice(1) });
    expect(outcome).toMatchObject({
      ok: false,
      refusal: {
        details: {
          problems: [
            'SPEC.md line 1: "# Tags" is no requirement and not under demands_nothing',
            'SPEC.md line 3: "Names are" is no requirement and not under demands_nothing',
            'SPEC.md line 4: "lower case." is no requirement and not under demands_nothing',
          ],
        },
      },
    });
  });

  it("is refused with a quote that SPEC.md does not have", () => {
    const invented = located({
      requirements: [...WHOLE, requirement("Never more than 9 tags.")],
      demands_nothing: NOTHING,
    });
    expect(invented).toMatchObject({
      refusal: { message: 'scope: SPEC.md does not say "Never more than 9 tags.": quote it word for word' },
    });
  });

  it("is refused with a quote from a file that the request does not name", () => {
    const elsewhere = located({
      requirements: [...WHOLE, requirement("x", { file: "docs/x.md" })],
      demands_nothing: NOTHING,
    });
    expect(elsewhere).toMatchObject({
      refusal: { message: expect.stringContaining("docs/x.md is no document of this request") },
    });
  });

  it("may quote a document that the request names, which need not be covered", () => {
    const sources = { "SPEC.md": TEXT, "docs/x.md": "Intro.\n\nTabs separate." };
    const requirements = [...WHOLE, requirement("Tabs separate.", { file: "docs/x.md" })];
    const outcome = located({ requirements, demands_nothing: NOTHING }, sources);
    expect(outcome).toMatchObject({ ok: true, value: { requirements: [{}, {}, {}, { lines: "3" }] } });
  });

  it("takes the same words for the next place where they stand", () => {
    const twice = { requirements: [requirement("Returns 1."), requirement("Returns 1.")] };
    const outcome = located(twice, { "SPEC.md": "Returns 1.\nReturns 1.\n" });
    expect(outcome).toMatchObject({ ok: true, value: { requirements: [{ lines: "1" }, { lines: "2" }] } });
  });

  it("lists at most fifty problems and counts the rest", () => {
    const text = Array.from({ length: 60 }, (_, index) => `Statement ${index}.`).join("\n");
    const outcome = located({ requirements: [] }, { "SPEC.md": text });
    expect(outcome).toMatchObject({ refusal: { message: expect.stringMatching(/Statement 49[\s\S]*\nand 10 more$/) } });
  });
});
