import { expect, it } from "vitest";
import { tokenPermissions } from "../../src/sandbox/runner-host.js";

it.each([
  [{}, {}],
  [{ contents: "read" }, { contents: "read" }],
  [{ contents: "none", "pull-requests": "write" }, { pull_requests: "write" }],
  [{ "security-events": "read", issues: undefined }, { security_events: "read" }],
] as const)("the forge gives a job with permissions %j a token with %j", (asked, held) => {
  expect(tokenPermissions(asked)).toEqual(held);
});
