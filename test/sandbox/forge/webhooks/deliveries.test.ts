import { describe, expect, it, vi } from "vitest";
import type { DeliveryPlan, Interceptor } from "../../../../src/sandbox/forge/http/interceptors.js";
import { reply } from "../../../../src/sandbox/forge/http/reply.js";
import type { DeliveryRecord } from "../../../../src/sandbox/forge/records/app.js";
import { emptyState } from "../../../../src/sandbox/forge/records/state.js";
import { createDeliveries } from "../../../../src/sandbox/forge/webhooks/deliveries.js";
import { refusal, useForge } from "../../../support/forge.js";
import { until } from "../../../support/until.js";

const local = useForge();
const titles = async () => (await local.news()).map(({ payload }) => payload.issue.title);
const open = (title: string) => local.as("read").rest.issues.create({ ...local.at, title });

/** Installs an interceptor for the length of a task. */
async function withInterceptor<T>(interceptor: Interceptor, task: () => Promise<T>): Promise<T> {
  const remove = local.forge.intercept(interceptor);
  try {
    return await task();
  } finally {
    remove();
  }
}

describe("deliveries", () => {
  it("arrive after the response, in the order of what happened", async () => {
    const order: string[] = [];
    await withInterceptor(
      {
        async afterRequest() {
          await new Promise((resolve) => setTimeout(resolve, 50));
          order.push("response");
          return { kind: "pass" };
        },
        beforeDelivery() {
          order.push("delivery");
          return [{}];
        },
      },
      async () => {
        await open("order");
        await local.news();
      },
    );
    expect(order).toEqual(["response", "delivery"]);
    await Promise.all(Array.from({ length: 10 }, (_none, index) => open(`n${index}`)));
    const numbers = (await local.news()).map(({ payload }) => payload.issue.number);
    expect(numbers).toEqual(numbers.toSorted((a: number, b: number) => a - b));
  });

  it("carry a GUID of their own each", async () => {
    await open("one");
    await open("two");
    const guids = (await local.news()).map(({ delivery }) => delivery);
    expect(new Set(guids).size).toBe(2);
    expect(guids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-/);
  });

  const planned = (plans: Record<string, DeliveryPlan>): Interceptor => ({
    beforeDelivery: ({ body }) => plans[JSON.parse(body).issue.title] ?? [{}],
  });

  it.each([
    ["dropped", { b: [] }, ["a", "c", "d"]],
    ["repeated", { b: [{}, {}] }, ["a", "b", "b", "c", "d"]],
    ["overtaken by one", { b: [{ behind: 1 }] }, ["a", "c", "b", "d"]],
    ["overtaken by two", { a: [{ behind: 2 }] }, ["b", "c", "a", "d"]],
    ["overtaken by more than there are", { a: [{ behind: 9 }] }, ["b", "c", "d", "a"]],
  ] as [string, Record<string, DeliveryPlan>, string[]][])("can be %s", async (_what, plans, expected) => {
    await local.news();
    await withInterceptor(planned(plans), async () => {
      enqueueFour();
      await local.forge.idle();
    });
    expect(seen()).toEqual(expected);
  });

  it.each([
    ["late", { a: [{ afterMs: 200 }] }, ["b", "c", "d"]],
    ["now and late", { a: [{}, { afterMs: 200 }] }, ["a", "b", "c", "d"]],
  ] as [string, Record<string, DeliveryPlan>, string[]][])("can be %s", async (_what, plans, first) => {
    await local.news();
    // Nothing is late before the test says that the time has passed.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      await withInterceptor(planned(plans), async () => {
        enqueueFour();
        await until("the others", () => local.received.length === first.length);
        expect(seen()).toEqual(first);
        vi.advanceTimersByTime(200);
        await local.forge.idle();
      });
    } finally {
      vi.useRealTimers();
    }
    expect(seen()).toEqual(["a"]);
  });

  /** All four are in the queue before the first is sent, so that "behind" means what it says. */
  function enqueueFour(): void {
    const { promise: ready, resolve } = settled();
    for (const title of ["a", "b", "c", "d"]) {
      const body = JSON.stringify({ issue: { title } });
      local.forge.hub.deliveries.enqueue({ ...template(), id: local.forge.hub.nextId(), body }, ready);
    }
    resolve();
  }

  /** What has arrived since it was asked last. These are not GitHub's payloads, so the schema's complaints are not meant. */
  function seen(): string[] {
    local.forgetProblems();
    return local.received.splice(0).map(({ payload }) => payload.issue.title);
  }

  function settled(): { readonly promise: Promise<void>; readonly resolve: () => void } {
    let resolve = () => {};
    const promise = new Promise<void>((settle) => {
      resolve = settle;
    });
    return { promise, resolve };
  }

  it("of more than 25 MB are not made, and that is said loudly", async () => {
    const bot = await local.bot();
    await local.news();
    const { data: main } = await bot.rest.git.getRef({ ...local.at, ref: "heads/main" });
    const { data: parent } = await bot.rest.git.getCommit({ ...local.at, commit_sha: main.object.sha });
    const message = "m".repeat(13 * 1024 * 1024);
    const requested = { ...local.at, message, tree: parent.tree.sha, parents: [parent.sha] };
    const { data: commit } = await bot.rest.git.createCommit(requested);
    await bot.rest.git.createRef({ ...local.at, ref: "refs/heads/large", sha: commit.sha });
    expect((await local.news()).map(({ event }) => event)).toEqual(["create"]);
    expect(local.log).toContain("NOT DELIVERED: a payload of push is larger than 25 MB");
  });

  it("that were dropped are in the log as timed out, and can be redelivered", async () => {
    await withInterceptor(planned({ lost: [] }), async () => {
      await open("lost");
      expect(await titles()).toEqual([]);
    });
    const [lost] = (await local.app().rest.apps.listWebhookDeliveries({ per_page: 1 })).data;
    expect(lost).toMatchObject({ status: "timed out", status_code: 0 });
    await local.app().rest.apps.redeliverWebhookDelivery({ delivery_id: Number(lost?.id) });
    expect(await titles()).toEqual(["lost"]);
  });

  function template() {
    return {
      guid: "00000000-0000-0000-0000-000000000000",
      event: "issues",
      action: "opened",
      installationId: null,
      repositoryId: null,
      redelivery: false,
      createdAt: local.forge.hub.now(),
      deliveredAt: null,
      durationSeconds: 0,
      status: "pending",
      statusCode: 0,
      requestHeaders: {},
      responseHeaders: {},
      responseBody: null,
    };
  }
});

describe("interceptors of requests", () => {
  const onIssues = (template: string | undefined) => template === "/repos/{owner}/{repo}/issues";

  it("may answer in the handler's place: nothing is done", async () => {
    const before = (await local.as("read").rest.issues.listForRepo({ ...local.at, per_page: 1 })).data[0]?.number;
    const answer = await withInterceptor(
      {
        beforeRequest: ({ template, method }) =>
          onIssues(template) && method === "POST"
            ? { kind: "answer", reply: reply(502, { message: "Server Error" }) }
            : { kind: "pass" },
      },
      () => refusal(open("never")),
    );
    expect(answer.status).toBe(502);
    expect((await local.as("read").rest.issues.listForRepo({ ...local.at, per_page: 1 })).data[0]?.number).toBe(before);
  });

  it("may do the work and then say nothing", async () => {
    await local.news();
    await withInterceptor(
      { afterRequest: ({ method }) => (method === "POST" ? { kind: "hang-up", afterMs: 10 } : { kind: "pass" }) },
      async () => expect(await refusal(open("done silently"))).toMatchObject({ status: 500 }),
    );
    expect(await titles()).toEqual(["done silently"]);
  });

  it("may hang up before anything is done, or change the answer after it", async () => {
    await local.news();
    await withInterceptor({ beforeRequest: () => ({ kind: "hang-up" }) }, async () => {
      expect(await refusal(open("cut off"))).toMatchObject({ status: 500 });
    });
    await withInterceptor(
      { afterRequest: () => ({ kind: "answer", reply: reply(404, { message: "stale" }) }) },
      async () => {
        expect(await refusal(local.as("read").rest.repos.get(local.at))).toEqual({ status: 404, message: "stale" });
      },
    );
    expect(await titles()).toEqual([]);
  });

  it("see every request, git's and unknown ones without a template", async () => {
    const seen: (string | undefined)[] = [];
    await withInterceptor(
      {
        beforeRequest: ({ template }) => {
          seen.push(template);
          return { kind: "pass" };
        },
      },
      async () => {
        await local.as("read").rest.issues.get({ ...local.at, issue_number: 1 });
        await fetch(`${local.forge.url}/acme/product.git/info/refs?service=git-upload-pack`);
      },
    );
    expect(seen).toEqual(["/repos/{owner}/{repo}/issues/{issue_number}", undefined]);
  });
});

it("the forge forgets deliveries after three days, and the oldest when there are too many", () => {
  const DAY_MS = 86_400_000;
  const now = { ms: Date.parse("2026-01-01T00:00:00Z") };
  const state = emptyState();
  const nothing = () => undefined;
  const parts = { state, clock: () => now.ms, interceptors: [], log: nothing, changed: nothing, saved: async () => {} };
  const { enqueue } = createDeliveries({ ...parts, held: true });
  const add = (id: number) =>
    enqueue({ id, createdAt: new Date(now.ms).toISOString() } as DeliveryRecord, Promise.resolve());
  add(1);
  now.ms += 2 * DAY_MS;
  add(2);
  expect([...state.deliveries.keys()]).toEqual([1, 2]);
  now.ms += 1 * DAY_MS;
  add(3);
  expect([...state.deliveries.keys()]).toEqual([2, 3]);
  for (let id = 4; id < 2_010; id += 1) add(id);
  expect(state.deliveries.size).toBe(2_000);
  expect(state.deliveries.has(9)).toBe(false);
  expect(state.deliveries.has(10)).toBe(true);
});
