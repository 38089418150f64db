import { describe, expect, it } from "vitest";
import { FaultPlan } from "../../../src/sandbox/faults/fault-plan.js";
import { faultInterceptor, installFaults } from "../../../src/sandbox/faults/install-faults.js";
import type { InterceptedRequest, Interceptor } from "../../../src/sandbox/forge/http/interceptors.js";
import { ok } from "../../../src/sandbox/forge/http/reply.js";
import type { DeliveryRecord } from "../../../src/sandbox/forge/records/app.js";

const ISSUES = "/repos/{owner}/{repo}/issues";

const request = (values: Partial<InterceptedRequest> = {}): InterceptedRequest => ({
  method: "GET",
  path: "/api/v3/repos/o/r/issues",
  search: "",
  template: ISSUES,
  headers: {},
  body: Buffer.alloc(0),
  ...values,
});

const setUp = (requests: object[], deliveries: object[] = []) => {
  const lines: string[] = [];
  let now = 1_000_000;
  const plan = FaultPlan.parse({ requests, deliveries });
  const interceptor = faultInterceptor(plan, { seed: 5, clock: () => now, log: (line) => void lines.push(line) });
  /** One request as the forge treats it; the value is what is true at that moment. */
  const send = async (value: unknown, values: Parameters<typeof request>[0] = {}) => {
    const intercepted = request(values);
    const before = (await interceptor.beforeRequest?.(intercepted)) ?? { kind: "pass" };
    const answer = before.kind === "answer" ? before.reply : ok(value);
    const after = (await interceptor.afterRequest?.(intercepted, answer)) ?? { kind: "pass" };
    if (after.kind === "hang-up") return after;
    return { status: answer.status, headers: answer.headers, json: JSON.parse(answer.body.toString()) as unknown };
  };
  const pass = (seconds: number): void => {
    now += seconds * 1000;
  };
  return { interceptor, send, lines, pass };
};

const delivery = (event: string, action: string | null = null) =>
  ({ event, action, guid: "g1" }) as unknown as DeliveryRecord;

describe("faults in a forge", () => {
  it("are installed with their seed told, and can be taken away", () => {
    const lines: string[] = [];
    const installed: Interceptor[] = [];
    const forge = {
      intercept: (interceptor: Interceptor) => {
        installed.push(interceptor);
        return () => void installed.pop();
      },
    };
    const plan = FaultPlan.parse({});
    const remove = installFaults(forge, plan, { seed: 5, clock: () => 0, log: (line) => void lines.push(line) });
    expect(lines).toEqual(["faults: seed 5"]);
    expect(installed).toHaveLength(1);
    remove();
    expect(installed).toEqual([]);
  });

  it("answer in the handler's place, with the right headers, and say so", async () => {
    const { send, lines } = setUp([
      {
        route: `GET ${ISSUES}`,
        when: { calls: [2] },
        fault: { kind: "rate_limit", limit: "primary", wait_seconds: 60 },
      },
    ]);
    expect(await send("fine")).toMatchObject({ status: 200, json: "fine" });
    expect(await send("fine")).toMatchObject({ status: 429, headers: { "x-ratelimit-reset": "1060" } });
    expect(lines).toEqual([expect.stringContaining(`faults: GET ${ISSUES}: answer`)]);
  });

  it("let the work be done and then say nothing", async () => {
    const { send } = setUp([
      { route: "* /**", when: { calls: [1] }, fault: { kind: "do_then_time_out", after_ms: 30 } },
    ]);
    expect(await send("done")).toEqual({ kind: "hang-up", afterMs: 30 });
    expect(await send("done")).toMatchObject({ status: 200 });
  });

  it("answer a read as it was before", async () => {
    const { send, pass } = setUp([
      { route: "GET /**", when: { calls: [2, 3] }, fault: { kind: "stale_read", seconds: 5 } },
    ]);
    expect(await send("old")).toMatchObject({ json: "old" });
    pass(1);
    expect(await send("new")).toMatchObject({ json: "old" });
    // A stale answer is not taken for the truth of that moment.
    pass(3);
    expect(await send("newer")).toMatchObject({ json: "old" });
    expect(await send("newest")).toMatchObject({ json: "newest" });
  });

  it("remember as far back as the longest lag of the plan, beside other faults", async () => {
    const { send, pass } = setUp([
      { route: "POST /**", when: { every: 1 }, fault: { kind: "answer", status: 500 } },
      { route: "GET /**", when: { calls: [4] }, fault: { kind: "stale_read", seconds: 10 } },
    ]);
    for (const value of ["first", "second", "third"]) {
      await send(value);
      pass(2);
    }
    expect(await send("now")).toMatchObject({ json: "first" });
  });

  it("cannot return an old answer to a new question", async () => {
    const { send } = setUp([{ route: "GET /**", when: { calls: [1] }, fault: { kind: "stale_read", seconds: 5 } }]);
    expect(await send("first")).toMatchObject({ json: "first" });
  });

  it.each([
    ["another query", { search: "?page=2" }],
    ["another path", { path: "/api/v3/repos/o/other/issues" }],
    ["another reader", { headers: { authorization: "token ghp_person" } }],
    ["another format", { headers: { accept: "application/vnd.github.raw" } }],
  ])("do not answer %s from memory", async (_, values) => {
    const { send } = setUp([{ route: "GET /**", when: { calls: [2] }, fault: { kind: "stale_read", seconds: 5 } }]);
    await send("old");
    expect(await send("other", values)).toMatchObject({ json: "other" });
  });

  it("answer another question to GraphQL from memory as little, and no mutation at all", async () => {
    const rule = { route: "POST /graphql", when: { calls: [3, 4, 6] }, fault: { kind: "stale_read", seconds: 5 } };
    const { send } = setUp([rule]);
    const ask = (query: string) => ({
      method: "POST",
      path: "/api/graphql",
      template: undefined,
      body: Buffer.from(JSON.stringify({ query })),
    });
    await send("old", ask("query { viewer }"));
    await send("other", ask("query { rateLimit }"));
    expect(await send("new", ask("query { viewer }"))).toMatchObject({ json: "old" });
    expect(await send("new", ask("query { node }"))).toMatchObject({ json: "new" });
    await send("done", ask("mutation { addComment }"));
    expect(await send("done again", ask("mutation { addComment }"))).toMatchObject({ json: "done again" });
  });

  it("take an installation for the same reader whatever its token", async () => {
    const { send } = setUp([{ route: "GET /**", when: { calls: [2] }, fault: { kind: "stale_read", seconds: 5 } }]);
    await send("old", { headers: { authorization: "token ghs_one" } });
    expect(await send("new", { headers: { authorization: "bearer ghs_two" } })).toMatchObject({ json: "old" });
  });

  it("remember only good answers of routes that can be stale", async () => {
    const { interceptor, send } = setUp([
      { route: "GET /**", when: { calls: [2] }, fault: { kind: "stale_read", seconds: 5 } },
    ]);
    const failed = request();
    await interceptor.beforeRequest?.(failed);
    await interceptor.afterRequest?.(failed, { status: 404, headers: {}, body: Buffer.from('"gone"') });
    expect(await send("new")).toMatchObject({ json: "new" });
  });

  it.each([
    ["token ghs_abc", true],
    ["Bearer ghs_123_a.b.c", true],
    [`Basic ${Buffer.from("x-access-token:ghs_abc").toString("base64")}`, true],
    [`basic ${Buffer.from("x-access-token:ghs_abc").toString("base64")}`, true],
    ["token ghp_person", false],
    ["Bearer eyJhbGciOi.J9.x", false],
    ["", false],
  ])("expire %s: %s", async (authorization, isExpired) => {
    const { send } = setUp([{ route: "GET /**", when: { calls: [1] }, fault: { kind: "expire_token" } }]);
    const values = { headers: { authorization } };
    expect(await send("x", values)).toMatchObject({ status: isExpired ? 401 : 200 });
    expect(await send("x", { ...values, method: "POST" })).toMatchObject({ status: isExpired ? 401 : 200 });
  });

  it.each([
    [{ path: "/api/graphql", template: undefined, method: "POST" }, "POST /graphql"],
    [{ path: "/o/r.git/info/refs", template: undefined }, "GET /{owner}/{repo}.git/info/refs"],
    [{ path: "/api/v3/unknown", template: undefined }, "GET /api/v3/unknown"],
  ])("find %j under %s", async (values, route) => {
    const { send } = setUp([{ route, when: { every: 1 }, fault: { kind: "answer", status: 500 } }]);
    expect(await send("x", values)).toMatchObject({ status: 500 });
  });

  it.each([
    [{ kind: "drop" }, [], "drop"],
    [{ kind: "repeat", times: 2 }, [{}, {}, {}], 'repeat {"times":2}'],
    [{ kind: "delay", ms: 40 }, [{ afterMs: 40 }], 'delay {"ms":40}'],
  ])("treat a delivery: %j", async (fault, plan, words) => {
    const { interceptor, lines } = setUp([], [{ event: "push", when: { every: 1 }, fault }]);
    expect(await interceptor.beforeDelivery?.(delivery("push"))).toEqual(plan);
    expect(lines).toEqual([`faults: delivery push g1: ${words}`]);
    expect(await interceptor.beforeDelivery?.(delivery("issues"))).toEqual([{}]);
  });

  it("let deliveries overtake one another, within the window", async () => {
    const { interceptor } = setUp([], [{ event: "*", when: { every: 1 }, fault: { kind: "shuffle", window: 2 } }]);
    const plans = await Promise.all(Array.from({ length: 50 }, () => interceptor.beforeDelivery?.(delivery("push"))));
    expect([...new Set(plans.map((plan) => JSON.stringify(plan)))].sort()).toEqual([
      '[{"behind":1}]',
      '[{"behind":2}]',
      "[{}]",
    ]);
  });
});
