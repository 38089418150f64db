import { describe, expect, it } from "vitest";
import { gateRunTitle, nonceInTitle } from "../../../src/domain/gates/gate-request.js";

const NONCE = "0123456789abcdef".repeat(2);
const TASK = "T-core-auth-login-001";

describe("a gate run's title", () => {
  it.each([
    [TASK, `factory integrity judge ${TASK} ${NONCE}`],
    [null, `factory integrity judge ${NONCE}`],
  ])("for %j says what it is for, and carries the nonce", (task, title) => {
    expect(gateRunTitle({ run_type: "INTEGRITY", part: "judge", task, nonce: NONCE })).toBe(title);
    expect(nonceInTitle(title)).toBe(NONCE);
  });

  it.each([
    ["nothing but the nonce", NONCE],
    ["another's words", `deploy production ${NONCE}`],
    ["a longer number", `factory integrity judge ${NONCE}0`],
    ["a number with something before it", `factory integrity judge x${NONCE}`],
    ["capitals", `factory integrity judge ${NONCE.toUpperCase()}`],
    ["words after the nonce", `factory integrity judge ${NONCE} again`],
    ["a line after the nonce", `factory integrity judge ${NONCE}\n`],
    ["no nonce", `factory integrity judge ${TASK}`],
  ])("is none with %s", (_what, title) => {
    expect(nonceInTitle(title)).toBeUndefined();
  });
});
