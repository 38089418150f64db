import { describe, expect, it } from "vitest";
import { deprecated, notDeprecated } from "../../../src/features/deprecation/deprecation-texts.js";
import { releasePullRequestBody } from "../../../src/features/release/release-pull-request.js";
import { releaseRefusal, tryAgain } from "../../../src/features/release/release-refusal.js";
import { NOW, order, partialOrder } from "../../support/release.js";

describe("the words of a refused release", () => {
  const offences = [
    { gate: "dependency_check", offenders: [{ message: "MM-0001@1.0.0 depends on MM-0002@^1.0.0" }] },
    { gate: "code_index_check", offenders: [{ message: "MM-0003@1.0.0 has no entry" }] },
  ] as const;

  it("list every offender under its gate, say that nothing was published, and how to try again", () => {
    const text = releaseRefusal({ order, why: "Two gates failed.", offences });
    expect(text).toContain("### dependency check\n\n- MM-0001@1.0.0 depends on MM-0002@^1.0.0");
    expect(text).toContain("### code index check\n\n- MM-0003@1.0.0 has no entry");
    expect(text).toContain("Nothing was tagged or published");
    expect(text).toContain("`/factory release`");
  });

  it("name the part that was asked for, so that the command can be copied", () => {
    expect(releaseRefusal({ order: partialOrder, why: "No.", offences: [] })).toContain(
      "`/factory release MM-0001@1.0.0`",
    );
    expect(tryAgain({ ...partialOrder, modules: ["MM-0001@1.0.0", "MM-0002@1.1.0"] })).toBe(
      "/factory release MM-0001@1.0.0 MM-0002@1.1.0",
    );
  });

  it("cannot mention anybody with the name of a test", () => {
    expect(releaseRefusal({ order, why: "failing now: @ada <b>", offences: [] })).not.toMatch(/@ada|<b>/);
  });

  it("say so when a gate's findings do not fit", () => {
    const offenders = Array.from({ length: 2_000 }, () => ({ message: "MM-0001@1.0.0 depends on too much".repeat(2) }));
    const text = releaseRefusal({ order, why: "No.", offences: [{ gate: "dependency_check", offenders }] });
    expect(text.length).toBeLessThanOrEqual(65_536);
    expect(text).toContain("2000 findings left out");
  });
});

describe("the words of a release's pull request", () => {
  it.each([
    [order, /everything that is active.*Every task has ended/],
    [partialOrder, /MM-0001@1\.0\.0.*ada asked for it/],
  ])("say what is released, why, and what merging does", (given, expected) => {
    const path = ".factory/releases/REL-1a2b3c4d.yml";
    const text = releasePullRequestBody({ order: given, issue: 3, path, version: "1.2.0" });
    expect(text).toMatch(expected);
    expect(text).toContain("for #3");
    expect(text).toContain("tagged and published as a release: `v1.2.0`,");
  });
});

describe("the words of a deprecation", () => {
  const deprecation = {
    module_ref: "MM-0001@1.0.0",
    reason: "It folds no Unicode.",
    migration_note: "Fold before you call it.",
    replacement: null,
    asked_by: "ada",
    issue: 3,
    at: NOW,
  };

  it("say that there is no replacement and no user, when there is none", () => {
    expect(deprecated(deprecation, [])).toMatch(/Replacement: none\n- Used by: no module/);
    expect(deprecated({ ...deprecation, replacement: "MM-0002@1.0.0" }, ["MM-0003@1.0.0", "MM-0004@1.0.0"])).toMatch(
      /Replacement: MM-0002@1\.0\.0\n- Used by: MM-0003@1\.0\.0, MM-0004@1\.0\.0/,
    );
  });

  it("say that nothing was changed, when nothing was", () => {
    expect(notDeprecated("MM-0001@1.0.0", "It is not in the code index.")).toBe(
      "MM-0001@1.0.0 was not deprecated: It is not in the code index. Nothing was changed.",
    );
  });
});
