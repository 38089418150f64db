import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFaults, type DeliveryAction, type RequestAction } from "../../../src/sandbox/faults/create-faults.js";
import { draw } from "../../../src/sandbox/faults/draw.js";
import { FaultPlan } from "../../../src/sandbox/faults/fault-plan.js";
import { matchesRoute } from "../../../src/sandbox/faults/route-pattern.js";

type Input = Parameters<typeof FaultPlan.parse>[0];
const plan = (requests: Input[], deliveries: Input[] = []) => FaultPlan.parse({ requests, deliveries });

const GET = { method: "GET", path: "/repos/{owner}/{repo}/issues" };
const POST = { method: "POST", path: "/repos/{owner}/{repo}/issues" };
const BAD_GATEWAY = { kind: "answer", status: 502 };

const kinds = (actions: readonly (RequestAction | DeliveryAction)[]) => actions.map(({ kind }) => kind);
const times = <T>(count: number, act: () => T): T[] => Array.from({ length: count }, act);

describe("a route pattern", () => {
  it.each([
    ["GET /a/{b}", "GET", "/a/{b}", true],
    ["GET /a/{b}", "POST", "/a/{b}", false],
    ["* /a/{b}", "DELETE", "/a/{b}", true],
    ["GET /a/*", "GET", "/a/{b}", true],
    ["GET /a/*", "GET", "/a/{b}/c", false],
    ["GET /a/**", "GET", "/a/{b}/c", true],
    ["* /**", "GET", "/a/{b}/c", true],
    ["GET /a", "GET", "/a/b", false],
    ["GET /a", "GET", "/x/a", false],
    ["GET /a.c", "GET", "/abc", false],
    [
      "GET /repos/{owner}/{repo}/issues/**/comments",
      "GET",
      "/repos/{owner}/{repo}/issues/{issue_number}/comments",
      true,
    ],
  ])("%s and %s %s: %s", (pattern, method, path, expected) => {
    expect(matchesRoute(pattern, { method, path })).toBe(expected);
  });
});

describe("when a request is hit", () => {
  const hits = (when: Input, count = 7) => {
    const faults = createFaults(plan([{ route: "* /**", when, fault: BAD_GATEWAY }]), 1);
    return times(count, () => faults.onRequest(GET)).flatMap(({ kind }, index) =>
      kind === "answer" ? [index + 1] : [],
    );
  };

  it.each([
    [{ calls: [1, 3] }, [1, 3]],
    [{ every: 3 }, [3, 6]],
    [{ every: 1 }, [1, 2, 3, 4, 5, 6, 7]],
    [{ chance: 1 }, [1, 2, 3, 4, 5, 6, 7]],
  ])("%j hits calls %j", (when, expected) => {
    expect(hits(when)).toEqual(expected);
  });

  it("by chance, it is hit about that often", () => {
    expect(hits({ chance: 0.3 }, 5000).length / 5000).toBeCloseTo(0.3, 1);
  });

  it("counts each route by itself", () => {
    const faults = createFaults(plan([{ route: "* /**", when: { calls: [2] }, fault: BAD_GATEWAY }]), 1);
    const actions = [GET, POST, GET, POST].map((request) => faults.onRequest(request));
    expect(kinds(actions)).toEqual(["pass", "pass", "answer", "answer"]);
  });

  it("leaves alone what no rule names", () => {
    const faults = createFaults(plan([{ route: "POST /**", when: { every: 1 }, fault: BAD_GATEWAY }]), 1);
    expect(faults.onRequest(GET)).toEqual({ kind: "pass" });
  });

  it("passes over rules for other routes and calls", () => {
    const faults = createFaults(
      plan([
        { route: "POST /**", when: { every: 1 }, fault: { kind: "answer", status: 500 } },
        { route: "GET /**", when: { calls: [9] }, fault: { kind: "answer", status: 404 } },
        { route: "GET /**", when: { every: 1 }, fault: BAD_GATEWAY },
      ]),
      1,
    );
    expect(faults.onRequest(GET)).toEqual({ kind: "answer", fault: BAD_GATEWAY });
  });

  it("lets the first rule that strikes win, and counts the others all the same", () => {
    const faults = createFaults(
      plan([
        { route: "* /**", when: { calls: [1] }, fault: { kind: "answer", status: 500 } },
        { route: "* /**", when: { calls: [1, 2] }, fault: BAD_GATEWAY },
      ]),
      1,
    );
    expect(times(3, () => faults.onRequest(GET))).toEqual([
      { kind: "answer", fault: { kind: "answer", status: 500 } },
      { kind: "answer", fault: BAD_GATEWAY },
      { kind: "pass" },
    ]);
  });
});

describe("what happens to a request", () => {
  it.each([
    [BAD_GATEWAY, { kind: "answer", fault: BAD_GATEWAY }],
    [
      { kind: "rate_limit", limit: "primary", wait_seconds: 5 },
      { kind: "answer", fault: { kind: "rate_limit", limit: "primary", status: 429, wait_seconds: 5 } },
    ],
    [
      { kind: "do_then_time_out", after_ms: 5 },
      { kind: "do-then-time-out", afterMs: 5 },
    ],
    [
      { kind: "stale_read", seconds: 3 },
      { kind: "stale-read", seconds: 3 },
    ],
  ])("%j", (fault, action) => {
    const faults = createFaults(plan([{ route: "* /**", when: { every: 1 }, fault }]), 1);
    expect(faults.onRequest(GET)).toEqual(action);
  });

  it("a token that expires at the n-th call is refused from then on, everywhere; a new one is not", () => {
    const faults = createFaults(plan([{ route: "GET /**", when: { calls: [2] }, fault: { kind: "expire_token" } }]), 1);
    const actions = [
      // Calls without an installation token are not counted.
      { ...GET },
      { ...GET, token: "one" },
      { ...POST, token: "one" },
      { ...GET, token: "one" },
      { ...POST, token: "one" },
      { ...POST, token: "two" },
      { ...GET, token: "two" },
      { ...GET },
    ].map((request) => faults.onRequest(request));
    const refused = { kind: "answer", fault: { kind: "answer", status: 401 } };
    const pass = { kind: "pass" };
    expect(actions).toEqual([pass, pass, pass, refused, refused, pass, pass, pass]);
  });
});

describe("what happens to a delivery", () => {
  const PUSH = { event: "push", action: null };
  const OPENED = { event: "issues", action: "opened" };
  const CLOSED = { event: "issues", action: "closed" };
  const on = (event: string, fault: Input) => createFaults(plan([], [{ event, when: { every: 1 }, fault }]), 1);

  it.each([
    ["*", [true, true, true]],
    ["push", [true, false, false]],
    ["issues", [false, true, true]],
    ["issues.opened", [false, true, false]],
  ])("a rule for %s", (event, expected) => {
    const faults = on(event, { kind: "drop" });
    expect([PUSH, OPENED, CLOSED].map((delivery) => faults.onDelivery(delivery).kind === "drop")).toEqual(expected);
  });

  it.each([
    [{ kind: "drop" }, { kind: "drop" }],
    [
      { kind: "repeat", times: 3 },
      { kind: "repeat", times: 3 },
    ],
    [
      { kind: "delay", ms: 20 },
      { kind: "delay", ms: 20 },
    ],
  ])("%j", (fault, action) => {
    expect(on("*", fault).onDelivery(PUSH)).toEqual(action);
  });

  it("a shuffled one lets none to all of the window overtake", () => {
    const faults = on("*", { kind: "shuffle", window: 3 });
    const behind = times(200, () => faults.onDelivery(PUSH)).map((action) =>
      action.kind === "shuffle" ? action.behind : action.kind,
    );
    expect([...new Set(behind)].sort()).toEqual([1, 2, 3, "deliver"]);
  });

  it("is counted apart from other events", () => {
    const faults = createFaults(plan([], [{ event: "*", when: { calls: [2] }, fault: { kind: "drop" } }]), 1);
    expect(kinds([PUSH, OPENED, CLOSED, PUSH, OPENED].map((delivery) => faults.onDelivery(delivery)))).toEqual([
      "deliver",
      "deliver",
      "deliver",
      "drop",
      "drop",
    ]);
  });
});

describe("the seed", () => {
  const chancy = plan(
    [
      { route: "GET /**", when: { chance: 0.4 }, fault: BAD_GATEWAY },
      { route: "* /**", when: { chance: 0.4 }, fault: { kind: "do_then_time_out" } },
    ],
    [
      { event: "*", when: { chance: 0.5 }, fault: { kind: "shuffle", window: 5 } },
      { event: "*", when: { chance: 0.5 }, fault: { kind: "drop" } },
    ],
  );
  const requests = fc.array(fc.constantFrom(GET, POST, { method: "GET", path: "/graphql" }), { maxLength: 60 });

  it("is told", () => {
    expect(createFaults(chancy, 99).seed).toBe(99);
  });

  it("gives the same faults for the same calls", () => {
    fc.assert(
      fc.property(fc.nat(), requests, (seed, calls) => {
        const run = () => {
          const faults = createFaults(chancy, seed);
          return calls.map((call) => [faults.onRequest(call), faults.onDelivery({ event: "push", action: null })]);
        };
        expect(run()).toEqual(run());
      }),
    );
  });

  it("gives each route the same faults, whatever other calls come in between", () => {
    fc.assert(
      fc.property(fc.nat(), requests, (seed, calls) => {
        const alone = createFaults(chancy, seed);
        const mixed = createFaults(chancy, seed);
        const ofGet = calls.map((call) => [call, mixed.onRequest(call)] as const).filter(([call]) => call === GET);
        expect(ofGet.map(([, action]) => action)).toEqual(ofGet.map(() => alone.onRequest(GET)));
      }),
    );
  });

  it("gives other faults when it is another", () => {
    const run = (seed: number) => {
      const faults = createFaults(chancy, seed);
      return JSON.stringify(times(100, () => faults.onRequest(GET)));
    };
    expect(new Set([1, 2, 3, 4, 5].map(run)).size).toBe(5);
  });

  it("draws evenly, and from where and when alone", () => {
    const draws = Array.from({ length: 4000 }, (_, index) => draw(1, "x", index));
    expect(draws.every((value) => value >= 0 && value < 1)).toBe(true);
    for (let tenth = 0; tenth < 10; tenth += 1) {
      const share = draws.filter((value) => Math.floor(value * 10) === tenth).length;
      expect(share).toBeGreaterThan(300);
      expect(share).toBeLessThan(500);
    }
    expect(draw(1, "x", 1)).toBe(draw(1, "x", 1));
    expect(draw(1, "x", 1)).not.toBe(draw(1, "y", 1));
    expect(draw(2, "x", 1)).not.toBe(draw(1, "x", 1));
  });
});
