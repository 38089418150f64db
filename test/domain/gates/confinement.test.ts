import { describe, expect, it } from "vitest";
import { isWithheld, ranUnconfined, unconfined, whyNotCounted } from "../../../src/domain/gates/confinement.js";
import type { GateReport } from "../../../src/domain/gates/gate-report.js";
import { describeConfinement } from "../../../src/gates/run/confine.js";
import { withheldFinding, withheldFor, withheldStep } from "../../../src/gates/run/withheld.js";
import { gateReport, gateRequest, validatorResult } from "../../support/gate-report.js";

const NONE = { kind: "none", reason: "bubblewrap is not installed" } as const;
const report = (confinement: string, overrides: Partial<GateReport> = {}): GateReport =>
  gateReport(gateRequest({ part: "execute" }), {
    validators: [validatorResult()],
    runner: { id: "local", confinement, lock_file_digest: null },
    ...overrides,
  });

const withheld = withheldFor(NONE, "required");
if (withheld === undefined) throw new TypeError("nothing is confined, and it must be");
const { details, message, fix = "" } = withheldFinding(withheld);
const WITHHELD = report(describeConfinement(NONE), {
  validators: [validatorResult({ status: "NOT_RUN", message, fix, details: { ...details } })],
});
const BASELINE_WITHHELD = report(describeConfinement(NONE), {
  validators: [],
  commands: [withheldStep("setup", withheld)],
});
const RAN = report(describeConfinement(NONE));
const CONFINED = report(describeConfinement({ kind: "bubblewrap", bwrap: "/usr/bin/bwrap", disableUserns: true }));
const JUDGED = report("none needed: nothing of the candidate runs");

describe("what a report says about confinement", () => {
  it.each([
    ["of commands that ran unconfined", RAN, "bubblewrap is not installed"],
    ["of commands that were confined", CONFINED, null],
    ["of commands that were not run", WITHHELD, null],
    ["of a suite that was not run", BASELINE_WITHHELD, null],
    ["of a run without commands", JUDGED, null],
  ])("%s", (_which, given, reason) => {
    expect(ranUnconfined(given)).toBe(reason);
  });

  it("is read in words of whatever length", () => {
    expect(ranUnconfined(report(unconfined("no ".repeat(1_000))))).toMatch(/^no no .*…$/);
  });

  it.each([
    [WITHHELD, true],
    [BASELINE_WITHHELD, true],
    [RAN, false],
    [CONFINED, false],
  ])("tells what was not run from what was", (given, expected) => {
    expect(isWithheld(given)).toBe(expected);
  });
});

describe("whether a report counts", () => {
  it.each([
    ["confined", CONFINED, "required"],
    ["confined", CONFINED, "preferred"],
    ["without commands", JUDGED, "required"],
    ["unconfined", RAN, "preferred"],
  ] as const)("it does: %s, where confinement is %#", (_how, given, policy) => {
    expect(whyNotCounted(given, policy)).toBeNull();
  });

  it("does not where commands ran unconfined and must not have, whatever it says of them", () => {
    const why = whyNotCounted(RAN, "required");
    expect(why).toContain("Code under test ran unconfined (bubblewrap is not installed)");
    expect(why).toContain("Install bubblewrap");
    expect(why).toContain("gates.confinement: preferred");
  });

  it.each(["required", "preferred"] as const)("does not where nothing was run, now that it is %s", (policy) => {
    expect(whyNotCounted(WITHHELD, policy)).toBe(`${message}. ${fix}`);
    expect(whyNotCounted(BASELINE_WITHHELD, policy)).toBe(`${message}. ${fix}`);
  });
});
