import { describe, expect, it } from "vitest";
import { readFaultPlan } from "../../../src/sandbox/faults/read-fault-plan.js";

const read = (text: string) => readFaultPlan("faults.yml", text);

const request = (line: string) => `requests:\n  - { route: "GET /x", when: { every: 1 }, ${line} }\n`;

describe("a fault plan", () => {
  it("is read with its defaults", () => {
    expect(
      read(`seed: 7
requests:
  - route: POST /repos/{owner}/{repo}/issues/{issue_number}/comments
    when: { calls: [2, 5] }
    fault: { kind: answer, status: 502 }
  - { route: "* /**", when: { chance: 0.1 }, fault: { kind: rate_limit, limit: secondary } }
  - { route: "PUT /x", when: { every: 3 }, fault: { kind: do_then_time_out } }
deliveries:
  - { event: issue_comment.created, when: { chance: 1 }, fault: { kind: repeat } }
`),
    ).toEqual({
      ok: true,
      value: {
        seed: 7,
        requests: [
          {
            route: "POST /repos/{owner}/{repo}/issues/{issue_number}/comments",
            when: { calls: [2, 5] },
            fault: { kind: "answer", status: 502 },
          },
          {
            route: "* /**",
            when: { chance: 0.1 },
            fault: { kind: "rate_limit", limit: "secondary", status: 429, wait_seconds: 60 },
          },
          { route: "PUT /x", when: { every: 3 }, fault: { kind: "do_then_time_out", after_ms: 0 } },
        ],
        deliveries: [{ event: "issue_comment.created", when: { chance: 1 }, fault: { kind: "repeat", times: 1 } }],
      },
    });
  });

  it("may plan nothing", () => {
    expect(read("{}")).toEqual({ ok: true, value: { requests: [], deliveries: [] } });
  });

  it.each([401, 403, 404, 409, 422, 500, 502])("knows the status %i", (status) => {
    expect(read(request(`fault: { kind: answer, status: ${status} }`)).ok).toBe(true);
  });

  it.each([
    ["seed: -1", "seed"],
    ["seed: 4294967296", "seed"],
    ["seed: 1.5", "seed"],
    ["extra: 1", "extra"],
    [request("fault: { kind: answer, status: 200 }"), "requests[0].fault.status"],
    [request("fault: { kind: answer, status: 429 }"), "requests[0].fault.status"],
    [request("fault: { kind: explode }"), "requests[0].fault.kind"],
    [request("fault: { kind: rate_limit, limit: tertiary }"), "requests[0].fault.limit"],
    [request("fault: { kind: rate_limit, limit: primary, status: 500 }"), "requests[0].fault.status"],
    [request("fault: { kind: stale_read, seconds: 0 }"), "requests[0].fault.seconds"],
    [request("fault: { kind: do_then_time_out, after_ms: -1 }"), "requests[0].fault.after_ms"],
    [request("fault: { kind: expire_token, at: 3 }"), "requests[0].fault.at"],
    ['requests: [{ route: "/x", when: { every: 1 }, fault: { kind: expire_token } }]', "requests[0].route"],
    ['requests: [{ route: "FETCH /x", when: { every: 1 }, fault: { kind: expire_token } }]', "requests[0].route"],
    ['requests: [{ route: "GET /x", when: { every: 0 }, fault: { kind: expire_token } }]', "requests[0].when.every"],
    ['requests: [{ route: "GET /x", when: { chance: 0 }, fault: { kind: expire_token } }]', "requests[0].when.chance"],
    [
      'requests: [{ route: "GET /x", when: { chance: 1.1 }, fault: { kind: expire_token } }]',
      "requests[0].when.chance",
    ],
    ['requests: [{ route: "GET /x", when: { calls: [] }, fault: { kind: expire_token } }]', "requests[0].when.calls"],
    [
      'requests: [{ route: "GET /x", when: { calls: [0] }, fault: { kind: expire_token } }]',
      "requests[0].when.calls[0]",
    ],
    [
      'requests: [{ route: "GET /x", when: { every: 1, chance: 1 }, fault: { kind: expire_token } }]',
      "requests[0].when",
    ],
    ["deliveries: [{ event: Push, when: { every: 1 }, fault: { kind: drop } }]", "deliveries[0].event"],
    [
      "deliveries: [{ event: push, when: { every: 1 }, fault: { kind: repeat, times: 0 } }]",
      "deliveries[0].fault.times",
    ],
    ["deliveries: [{ event: push, when: { every: 1 }, fault: { kind: delay, ms: 0 } }]", "deliveries[0].fault.ms"],
    [
      "deliveries: [{ event: push, when: { every: 1 }, fault: { kind: shuffle, window: 0 } }]",
      "deliveries[0].fault.window",
    ],
  ])("refuses %s and names the field", (text, field) => {
    const result = read(text);
    expect(result.ok ? [] : result.refusal.details?.problems).toContainEqual(expect.objectContaining({ field }));
  });
});
