import { describe, expect, it } from "vitest";
import { checkReport } from "../../../src/github/observe/check-report.js";
import { gateReport, gateRequest } from "../../support/gate-report.js";

describe("a gate report", () => {
  const request = gateRequest();

  it("is accepted if it is well formed and repeats the request", () => {
    expect(checkReport(gateReport(request), request)).toEqual({ ok: true, value: gateReport(request) });
  });

  it.each([
    ["nonce", { nonce: "f".repeat(32) }],
    ["part", { part: "execute" }],
    ["run_type", { run_type: "EXECUTION" }],
    ["base_sha", { base_sha: "0".repeat(40) }],
    ["head_sha", { head_sha: "0".repeat(40) }],
  ] as const)("with another %s is refused, and both are named", (field, overrides) => {
    const answer = checkReport(gateReport(request, overrides), request);
    expect(answer).toMatchObject({ ok: false, refusal: { code: "report-of-another-run", details: { field } } });
    expect(answer.ok ? "" : answer.refusal.message).toContain(String(request[field]));
  });

  it("that is malformed is refused, and the first wrong fields are named", () => {
    const answer = checkReport({ ...gateReport(request), extra: true, tests: "many" }, request);
    expect(answer).toMatchObject({ ok: false, refusal: { code: "report-malformed" } });
    expect(answer.ok ? "" : answer.refusal.message).toContain("tests: ");
    expect(checkReport(null, request)).toMatchObject({ ok: false });
  });

  it("has a count of the problems that are not listed", () => {
    const tests = Array.from({ length: 9 }, () => ({ name: "" }));
    const answer = checkReport({ ...gateReport(request), tests }, request);
    expect(answer.ok ? "" : answer.refusal.message).toMatch(/; and \d+ more$/);
  });
});
