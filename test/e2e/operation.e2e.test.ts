/** The App as whoever runs it sees it: probed, measured, and ended. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BuiltApp, buildApp } from "../support/app-process.js";
import { type FactoryWorld, startFactoryWorld } from "../support/factory-world.js";
import { startAppHere } from "../support/start-app-here.js";
import { until } from "../support/until.js";

const TOKEN = "figures-for-this-test";
const held: { world?: FactoryWorld; app?: BuiltApp } = {};

beforeAll(async () => {
  held.world = await startFactoryWorld();
  held.world.install();
  held.app = await buildApp();
});
afterAll(async () => {
  await held.world?.stop();
  held.app?.remove();
});

describe("the running App", () => {
  it("is healthy, ready and measured, and stops in order on request", async () => {
    const { world, app } = held;
    if (world === undefined || app === undefined) throw new Error("not started");
    const variables: Record<string, string> = {
      ...(await world.variables()),
      METRICS_TOKEN: TOKEN,
      LOG_LEVEL: "silent",
    };
    const env: NodeJS.ProcessEnv = {
      PATH: process.env.PATH ?? "",
      HOME: app.folder,
      NODE_ENV: "production",
      ...variables,
    };
    const main = join(app.folder, "main.mjs");
    const child: ChildProcess = spawn(process.execPath, [main], { env, stdio: "ignore" });
    const gone = once(child, "exit");
    try {
      const url = `http://${variables.HOST}:${variables.PORT}`;
      const get = (path: string, headers = {}) => fetch(`${url}${path}`, { headers });
      await until("the App", async () => (await get("/readyz").catch(() => undefined))?.ok);
      expect((await get("/healthz")).status).toBe(200);
      expect(await (await get("/readyz")).json()).toEqual({ status: "ready", problems: [] });
      expect((await get("/metrics")).status).toBe(401);
      const figures = () => get("/metrics", { authorization: `Bearer ${TOKEN}` }).then((answer) => answer.text());
      await until("a reconcile", async () => (await figures()).includes('factory_reconciles_total{outcome="settled"}'));
      const text = await figures();
      expect(text).toMatch(/^factory_github_requests_total\{method="GET",status="200"\} [1-9]/m);
      expect(text).toMatch(/^factory_sweeps_total\{outcome="done"\} 1$/m);
      expect(text).not.toContain(world.at.repo);
    } finally {
      child.kill("SIGTERM");
    }
    expect(await gone).toEqual([0, null]);
  });

  it("closes an idle connection, as balancers and browsers keep them open", async () => {
    const { world } = held;
    if (world === undefined) throw new Error("not started");
    const variables: Record<string, string> = { ...(await world.variables()), LOG_LEVEL: "silent" };
    const app = await startAppHere(variables);
    const silent = connect(Number(variables.PORT), variables.HOST);
    await once(silent, "connect");
    const closed = once(silent, "close");
    await app.stop();
    await closed;
  });
});
