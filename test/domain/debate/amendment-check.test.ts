import { describe, expect, it } from "vitest";
import type { Amendment } from "../../../src/domain/debate/adjudication.js";
import {
  AmendmentRecord,
  amendmentsWithoutTarget,
  checkAmendmentsApplied,
} from "../../../src/domain/debate/amendment-check.js";
import {
  type Deliverable,
  parseTarget,
  TargetKind,
  textOfTarget,
} from "../../../src/domain/debate/amendment-target.js";

const contract = {
  name: "slugify",
  inputs: [{ name: "title", type: "string", constraints: ["not empty", "at most 80 characters"] }],
  error_surfaces: [{ name: "EmptyTitleError", when: "the title is empty" }],
  clauses: [{ id: "CL-ERR-001", spec: "an empty title is refused" }],
  dependencies: [{ ref: "MM-0007@^1.0.0", why: "words" }],
  files: [{ path: "src/slug.ts", action: "CREATE" }],
  target_artifacts: [{ type: "slug" }, 7, null],
  modes: { sync: true, async: false },
};
const before: Deliverable = {
  contract,
  tests: new Map([["rejects empty titles", "expect(...)"]]),
  exports: new Map([["slugify", "function slugify(title) {}"]]),
  examples: new Map([["Empty title", "slugify('')"]]),
  files: new Map([["src/slug.ts", "export const a = 1"]]),
};
const amend = (action: Amendment["action"], target: string): Amendment => ({ action, target, detail: "set it to `x`" });
const applied = (amendment_index: number): AmendmentRecord => ({ amendment_index, applied: true, note: "" });
const check = (amendment: Amendment, after: Partial<Deliverable>, records = [applied(0)]) =>
  checkAmendmentsApplied({ amendments: [amendment], records, before, after: { ...before, ...after } });
const reason = (outcome: ReturnType<typeof check>) =>
  outcome.ok ? undefined : (outcome.refusal.details as { unapplied: { reason: string }[] }).unapplied[0]?.reason;

describe("an amendment's target", () => {
  it.each([
    ["contract:name", '"slugify"'],
    ["contract:modes.async", "false"],
    ["contract:inputs.title.type", '"string"'],
    ["contract:inputs.title.constraints.1", '"at most 80 characters"'],
    ["contract:inputs.title.constraints.not empty", '"not empty"'],
    ["contract:inputs.0.type", '"string"'],
    ["contract:clauses.CL-ERR-001.spec", '"an empty title is refused"'],
    ["contract:dependencies.MM-0007@^1.0.0.why", '"words"'],
    ["contract:dependencies.MM-0007@^1.0", undefined],
    ["contract:files.src/slug.ts.action", '"CREATE"'],
    ["contract:target_artifacts.type", undefined],
    ["contract:target_artifacts.slug", undefined],
    ["contract:target_artifacts.2", "null"],
    ["contract:target_artifacts.2.name", undefined],
    ["contract:inputs.slug", undefined],
    ["contract:inputs.title.toString", undefined],
    ["contract:modes.sync.deeper", undefined],
    ["contract:inputs.9", undefined],
    ["contract:error_surfaces.EmptyTitleError", '{"name":"EmptyTitleError","when":"the title is empty"}'],
    ["test:rejects empty titles", "expect(...)"],
    ["export:slugify", "function slugify(title) {}"],
    ["example:Empty title", "slugify('')"],
    ["file:src/slug.ts", "export const a = 1"],
    ["file:src/other.ts", undefined],
  ])("%s reads %j", (target, text) => {
    const parsed = parseTarget(target);
    expect(parsed.ok && textOfTarget(parsed.value, before)).toBe(text);
  });

  it("is of five kinds", () => {
    expect(TargetKind.options).toEqual(["contract", "test", "export", "example", "file"]);
  });
});

describe("ADD", () => {
  it.each<[string, Partial<Deliverable>, string | undefined]>([
    ["is there now", { tests: new Map([...before.tests, ["joins words", "expect(1)"]]) }, undefined],
    ["is still missing", {}, "the target is not in the revised deliverable"],
  ])("of something new that %s", (_, after, expected) => {
    expect(reason(check(amend("ADD", "test:joins words"), after))).toBe(expected);
  });

  it("to something that was there must have changed it", () => {
    const grown = {
      ...contract,
      error_surfaces: [...contract.error_surfaces, { name: "TooLongError", when: "over 80" }],
    };
    expect(check(amend("ADD", "contract:error_surfaces"), { contract: grown }).ok).toBe(true);
    expect(reason(check(amend("ADD", "contract:error_surfaces"), {}))).toBe(
      "the target was there before and is unchanged",
    );
  });
});

describe("REMOVE", () => {
  it.each<[string, string, Partial<Deliverable>, string | undefined]>([
    ["is gone", "example:Empty title", { examples: new Map() }, undefined],
    ["is still there", "example:Empty title", {}, "the target is still in the revised deliverable"],
    ["was never there", "example:Emtpy title", { examples: new Map() }, "the target did not exist"],
  ])("of something that %s", (_, target, after, expected) => {
    expect(reason(check(amend("REMOVE", target), after))).toBe(expected);
  });
});

describe("MODIFY", () => {
  it.each<[string, string, Partial<Deliverable>, string | undefined]>([
    ["changed", "export:slugify", { exports: new Map([["slugify", "function slugify(t) {}"]]) }, undefined],
    ["is unchanged", "export:slugify", {}, "the target is unchanged"],
    ["is gone", "export:slugify", { exports: new Map() }, "the target is gone instead of changed"],
    ["never existed", "export:slug", { exports: new Map([["slug", "x"]]) }, "the target did not exist"],
  ])("of something that %s", (_, target, after, expected) => {
    expect(reason(check(amend("MODIFY", target), after))).toBe(expected);
  });

  it("does not take another key order for a change", () => {
    const reordered = { ...contract, modes: { async: false, sync: true } };
    expect(reason(check(amend("MODIFY", "contract:modes"), { contract: reordered }))).toBe("the target is unchanged");
  });
});

describe("the Proposer's records", () => {
  const removed = { examples: new Map<string, string>() };
  const remove = amend("REMOVE", "example:Empty title");

  it("must all say applied, with one record an amendment", () => {
    const refused = { amendment_index: 0, applied: false, note: "the example is quoted elsewhere" };
    expect(check(remove, removed, [refused])).toMatchObject({
      refusal: {
        code: "amendment-not-applied",
        message: expect.stringContaining("REMOVE example:Empty title"),
        details: { unapplied: [{ amendment_index: 0, amendment: remove, explanation: refused.note }] },
      },
    });
    expect(reason(check(remove, removed, []))).toBe("it has 0 records instead of one");
    expect(reason(check(remove, removed, [applied(0), applied(0)]))).toBe("it has 2 records instead of one");
  });

  it("must not speak of amendments that do not exist", () => {
    expect(check(remove, removed, [applied(0), applied(1)])).toMatchObject({
      refusal: { code: "unknown-amendment-record", details: { indexes: [1] } },
    });
  });

  it("explain what was not applied", () => {
    expect(AmendmentRecord.safeParse({ amendment_index: 0, applied: false, note: " " }).success).toBe(false);
    expect(AmendmentRecord.safeParse({ amendment_index: 0, applied: true, note: "" }).success).toBe(true);
    expect(AmendmentRecord.safeParse({ amendment_index: -1, applied: true, note: "" }).success).toBe(false);
  });

  it("report each unapplied amendment, not the first alone", () => {
    const amendments = [remove, amend("MODIFY", "export:slugify"), amend("ADD", "test:joins words")];
    const outcome = checkAmendmentsApplied({
      amendments,
      records: [applied(0), applied(1), applied(2)],
      before,
      after: { ...before, ...removed },
    });
    expect(outcome).toMatchObject({
      refusal: { details: { unapplied: [{ amendment_index: 1 }, { amendment_index: 2 }] } },
    });
  });

  it("are accepted when everything is shown", () => {
    expect(check(remove, removed)).toEqual({ ok: true, value: [remove] });
  });
});

describe("amendments that nobody could apply", () => {
  it("are those that modify or remove what is not there", () => {
    const impossible = [amend("MODIFY", "export:slug"), amend("REMOVE", "test:none such")];
    const possible = [
      amend("ADD", "test:none such"),
      amend("MODIFY", "export:slugify"),
      amend("REMOVE", "file:src/slug.ts"),
    ];
    expect(amendmentsWithoutTarget([...possible, ...impossible], before)).toEqual(impossible);
  });
});
