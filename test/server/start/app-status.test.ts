import { expect, it } from "vitest";
import type { Coordination } from "../../../src/server/coordination/coordination.js";
import { createTroubles } from "../../../src/server/operation/troubles.js";
import { createWorkBoard } from "../../../src/server/operation/work-board.js";
import { createAppStatus } from "../../../src/server/start/app-status.js";

const quiet = () => {};
const work: Coordination = {
  trigger: async () => {},
  press: async () => {},
  sweep: async () => {},
  facts: async () => ({ waiting: 3, setAside: 1 }),
  problems: async () => [],
  idle: async () => {},
  stop: async () => {},
};

it("an App is not ready while it starts, waits or stops, and takes deliveries as soon as the loop works", async () => {
  const troubles = createTroubles({ info: quiet, warn: quiet, error: quiet }, (text) => text);
  const stopping = new AbortController();
  const reconciles = createWorkBoard(() => 0);
  const current = createAppStatus({ troubles, signal: stopping.signal, reconciles });
  const seen: unknown[] = [];
  const trigger = async () => seen.push([current.takesDeliveries(), (await current.ready()).problems]);
  await trigger();
  troubles.record("GitHub", { code: "unreachable", message: "GitHub is away." });
  await trigger();
  expect(await current.queue()).toEqual({ waiting: 0, setAside: 0, running: 0 });
  troubles.record("GitHub", null);
  current.opened({ work, reach: async () => ({ ok: false, why: "asked too early" }) });
  await trigger();
  current.opened({ work, reach: async () => ({ ok: true }) });
  current.started();
  await trigger();
  expect(await current.queue()).toEqual({ waiting: 3, setAside: 1, running: 0 });
  stopping.abort();
  await trigger();
  expect(seen).toEqual([
    [false, ["the App is starting"]],
    [false, ["GitHub is away."]],
    [true, ["the App is starting"]],
    [true, []],
    [true, ["the App is shutting down"]],
  ]);
});
