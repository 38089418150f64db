import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FaultPlan } from "../../../src/sandbox/faults/fault-plan.js";
import { installFaults } from "../../../src/sandbox/faults/install-faults.js";
import { type Forge, startForge } from "../../../src/sandbox/forge/forge.js";

let forge: Forge;
beforeEach(async () => {
  forge = await startForge({ log: () => {} });
});
afterEach(() => forge.stop());

const call = (method: string, path: string, body?: object) =>
  fetch(`${forge.url}/api/v3/repos/${forge.repo.owner}/${forge.repo.repo}${path}`, {
    method,
    headers: { authorization: `token ${forge.users.admin.token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

const titles = async (): Promise<string[]> => {
  const answer = await call("GET", "/issues");
  return ((await answer.json()) as { title: string }[]).map(({ title }) => title);
};

const ISSUES = "/repos/{owner}/{repo}/issues";

const fail = (plan: object) =>
  installFaults(forge, FaultPlan.parse(plan), { seed: 1, clock: () => forge.hub.clock(), log: () => {} });

describe("faults in the real forge", () => {
  it("answer a call in its place: nothing is done", async () => {
    const remove = fail({
      requests: [{ route: `POST ${ISSUES}`, when: { calls: [1] }, fault: { kind: "answer", status: 502 } }],
    });
    expect((await call("POST", "/issues", { title: "one" })).status).toBe(502);
    expect(await titles()).toEqual([]);
    expect((await call("POST", "/issues", { title: "two" })).status).toBe(201);
    remove();
    expect(await titles()).toEqual(["two"]);
  });

  it("do the work and cut the line", async () => {
    fail({ requests: [{ route: `POST ${ISSUES}`, when: { calls: [1] }, fault: { kind: "do_then_time_out" } }] });
    await expect(call("POST", "/issues", { title: "done" })).rejects.toThrow();
    expect(await titles()).toEqual(["done"]);
  });

  it("answer a read as it was", async () => {
    fail({ requests: [{ route: `GET ${ISSUES}`, when: { calls: [2] }, fault: { kind: "stale_read", seconds: 5 } }] });
    expect(await titles()).toEqual([]);
    await call("POST", "/issues", { title: "new" });
    expect(await titles()).toEqual([]);
    expect(await titles()).toEqual(["new"]);
  });

  it("drop and repeat deliveries, the copy with the same GUID", async () => {
    const received: string[] = [];
    const app = createServer((request, response) => {
      received.push(`${request.headers["x-github-event"]} ${request.headers["x-github-delivery"]}`);
      response.end();
    });
    await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve));
    forge.setWebhookUrl(`http://127.0.0.1:${(app.address() as AddressInfo).port}/`);
    fail({
      deliveries: [
        { event: "issues.opened", when: { calls: [1] }, fault: { kind: "drop" } },
        { event: "issues.opened", when: { calls: [2] }, fault: { kind: "repeat", times: 1 } },
      ],
    });
    for (const title of ["one", "two", "three"]) await call("POST", "/issues", { title });
    await forge.idle();
    await new Promise((resolve) => app.close(resolve));
    expect(received).toHaveLength(3);
    expect(received[0]).toBe(received[1]);
    expect(received[2]).not.toBe(received[1]);
  });
});
