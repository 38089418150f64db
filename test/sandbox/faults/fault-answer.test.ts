import { describe, expect, it } from "vitest";
import { faultAnswer } from "../../../src/sandbox/faults/fault-answer.js";

describe("the words of a fault", () => {
  it.each([
    [401, "Bad credentials"],
    [403, "Resource not accessible by integration"],
    [404, "Not Found"],
    [409, "Conflict"],
    [422, "Validation Failed"],
    [500, "Server Error"],
    [502, "Server Error"],
  ] as const)("%i is %s", (status, message) => {
    const answer = faultAnswer({ kind: "answer", fault: { kind: "answer", status } }, 0);
    expect(answer).toMatchObject({ status, headers: {}, json: { message, status: String(status) } });
    expect("errors" in answer.json).toBe(status === 422);
  });

  it.each([403, 429] as const)("the primary limit says with %i when it ends, and nothing of retrying", (status) => {
    const fault = { kind: "rate_limit", limit: "primary", status, wait_seconds: 90 } as const;
    const answer = faultAnswer({ kind: "answer", fault }, 1000.2);
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({ "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1091" });
    expect(answer.headers).not.toHaveProperty("retry-after");
    expect(answer.json.message).toContain("API rate limit exceeded");
  });

  it.each([403, 429] as const)(
    "the secondary limit says with %i how long to wait, and nothing of the primary",
    (status) => {
      const fault = { kind: "rate_limit", limit: "secondary", status, wait_seconds: 90 } as const;
      const answer = faultAnswer({ kind: "answer", fault }, 1000);
      expect(answer).toMatchObject({ status, headers: { "retry-after": "90" } });
      expect(answer.headers).not.toHaveProperty("x-ratelimit-remaining");
      expect(answer.json.message).toContain("secondary rate limit");
    },
  );
});
