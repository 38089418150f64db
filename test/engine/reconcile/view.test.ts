import { describe, expect, it } from "vitest";
import { Config } from "../../../src/domain/config/config.js";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import { observationQuery } from "../../../src/engine/observation-query.js";
import type { LoadedState, ObservationQuery, RecalledState, StateStore } from "../../../src/engine/ports.js";
import { begin, stillShows, withHead } from "../../../src/engine/reconcile/view.js";
import { planning, started, taskPull } from "../../support/loop.js";
import { HERE } from "../../support/loop-world.js";
import { HEAD, observed, pull } from "../../support/observed.js";

const NEWER = "e".repeat(40);
const OLDER = "d".repeat(40);

/** A process that knows one state, and a state branch that holds this or another one. */
function world(known: FactoryState | undefined, stored: FactoryState, storedHead = HEAD, shownHead = storedHead) {
  const looks: ObservationQuery[] = [];
  let loads = 0;
  const loaded: LoadedState = { kind: "loaded", head: storedHead, state: stored };
  const recalled: RecalledState | undefined =
    known === undefined ? undefined : { kind: "loaded", head: HEAD, state: known, branch: "factory/state" };
  const unused = () => Promise.reject(new Error("not asked for here"));
  const state: StateStore = {
    load: async () => {
      loads += 1;
      return loaded;
    },
    recall: () => recalled,
    forget: () => {},
    commit: unused,
    read: unused,
    readBlob: unused,
  };
  const observe = async (_: unknown, query: ObservationQuery) => {
    looks.push(query);
    return observed({ stateHead: query.stateBranch === null ? null : shownHead });
  };
  return { ports: { state, forge: { observe }, setupKit: null }, asked: () => ({ looks: looks.length, loads }) };
}

describe("beginning with what this process knows", () => {
  it("takes one observation if no other replica has written, and none before anything is known", async () => {
    const one = world(planning, planning);
    expect(await begin(HERE, one.ports)).toMatchObject({
      loaded: { head: HEAD },
      view: { observed: { stateHead: HEAD } },
    });
    expect(one.asked()).toEqual({ looks: 1, loads: 0 });
    const other = world(undefined, planning);
    expect((await begin(HERE, other.ports)).view).toBeUndefined();
    expect(other.asked()).toEqual({ looks: 0, loads: 1 });
  });

  it("reads a state that another replica has written, and keeps the observation only if its query is the same", async () => {
    const same = world(planning, { ...planning, updated_at: "2026-03-02T00:00:00Z" }, NEWER);
    const begun = await begin(HERE, same.ports);
    expect(begun).toMatchObject({ loaded: { head: NEWER, state: { updated_at: "2026-03-02T00:00:00Z" } } });
    expect(begun.view).toBeDefined();
    const another = world({ ...planning, project: null, work: {} }, planning, NEWER);
    expect((await begin(HERE, another.ports)).view).toBeUndefined();
    expect(another.asked()).toEqual({ looks: 1, loads: 1 });
  });

  it("does not use an observation that lags behind the state, in which our own branch would seem to be changed manually", async () => {
    const lagging = world(planning, planning, HEAD, OLDER);
    const begun = await begin(HERE, lagging.ports);
    expect(begun).toEqual({ loaded: { kind: "loaded", head: HEAD, state: planning } });
  });
});

describe("a view that is kept", () => {
  const config = Config.parse({});
  const view = { observed: observed({ pulls: [taskPull] }), config, query: observationQuery(planning, config, null) };

  it("does not show the branch of a task that has started since", () => {
    expect(stillShows(view, planning, null)).toBe(true);
    const before = { ...view, query: observationQuery({ ...started, project: null }, config, null) };
    expect(stillShows(before, planning, null)).toBe(false);
  });

  it("has the head of our own commit, without any judgement of it", () => {
    const seen = { ...taskPull, checks: [{ key: "gates:1", digest: null }], mergeBlockedBy: "it conflicts" };
    const other = pull({ number: 9, branch: "factory/other" });
    const sealing = {
      trees: [],
      watched: null,
      mergeGroups: [],
      proposals: [{ number: seen.number, head: HEAD, base: "main", fork: false, judged: "before" }],
    };
    const before = { ...view, observed: observed({ pulls: [seen, other], sealing }) };
    const after = withHead(before, { branch: seen.branch, head: NEWER, key: "T:2" }).observed;
    expect(after.pulls).toMatchObject([{ head: NEWER, key: "T:2", checks: [], mergeBlockedBy: null }, other]);
    expect(after.sealing?.proposals).toMatchObject([{ head: NEWER, judged: null }]);
  });
});
