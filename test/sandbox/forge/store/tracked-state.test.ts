import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AccountRecord } from "../../../../src/sandbox/forge/records/account.js";
import type { DeliveryRecord } from "../../../../src/sandbox/forge/records/app.js";
import { emptyRepositoryCollections, type RepositoryRecord } from "../../../../src/sandbox/forge/records/repository.js";
import { emptyState, type State } from "../../../../src/sandbox/forge/records/state.js";
import { applyChange } from "../../../../src/sandbox/forge/store/apply-change.js";
import type { ReadChange } from "../../../../src/sandbox/forge/store/change.js";
import { decode } from "../../../../src/sandbox/forge/store/encoding.js";
import { trackState } from "../../../../src/sandbox/forge/store/tracked-state.js";
import { linesOf } from "../../../support/kept-state.js";

/** A state, and a replica that is made from its changes alone. */
function witnessed() {
  const clock = { moment: 0, oldest: Number.POSITIVE_INFINITY };
  const noted = trackState(emptyState(), () => clock.moment);
  const replica = emptyState();
  return {
    state: noted.state,
    replica,
    clock,
    write(busy: readonly number[] = []): number {
      const changes = noted.changes(new Set(busy));
      for (const { path, text } of changes) {
        const change: ReadChange = text === undefined ? [path] : [path, decode(text)];
        expect(applyChange(replica, change)).toBe(true);
      }
      noted.settle(clock.oldest);
      return changes.length;
    },
  };
}

const account = (id: number, login = `a${id}`): AccountRecord => ({
  id,
  login,
  type: "User",
  name: null,
  email: null,
  createdAt: "",
  memberIds: [],
});
const repository = (id: number) =>
  ({ ...emptyRepositoryCollections(), id, name: `r${id}` }) as unknown as RepositoryRecord;
const delivery = (id: number, repositoryId: number | null) => ({ id, repositoryId }) as DeliveryRecord;

type World = ReturnType<typeof witnessed>;
type DirectEffect = (world: World) => void;

const id = fc.integer({ min: 1, max: 4 });
const text = fc.string({ maxLength: 3 });
const inRepository = (state: State, at: number, use: (found: RepositoryRecord) => void) => {
  const found = state.repositories.get(at);
  if (found !== undefined) use(found);
};

/** What the forge does to its state: sets, changes in place, deletes, iterates, saves. */
const action: fc.Arbitrary<DirectEffect> = fc.oneof(
  fc.tuple(id, text).map(
    ([at, login]): DirectEffect =>
      ({ state }) =>
        void state.accounts.set(at, account(at, login)),
  ),
  fc.tuple(id, id).map(
    ([at, member]): DirectEffect =>
      ({ state }) =>
        void state.accounts.get(at)?.memberIds.push(member),
  ),
  id.map(
    (at): DirectEffect =>
      ({ state }) =>
        void state.accounts.delete(at),
  ),
  text.map(
    (name): DirectEffect =>
      ({ state }) => {
        for (const one of state.accounts.values()) one.name = name;
      },
  ),
  fc.constant<DirectEffect>(({ state }) => state.accounts.clear()),
  fc.tuple(text, id).map(
    ([login, at]): DirectEffect =>
      ({ state }) =>
        void state.logins.set(login, at),
  ),
  text.map(
    (login): DirectEffect =>
      ({ state }) =>
        void state.logins.delete(login),
  ),
  fc.constant<DirectEffect>(({ state }) => {
    state.lastId += 1;
  }),
  id.map(
    (at): DirectEffect =>
      ({ state }) =>
        void state.repositories.set(at, repository(at)),
  ),
  id.map(
    (at): DirectEffect =>
      ({ state }) =>
        void state.repositories.delete(at),
  ),
  fc.tuple(id, text).map(
    ([at, name]): DirectEffect =>
      ({ state }) =>
        inRepository(state, at, (found) => {
          found.name = name;
        }),
  ),
  fc.tuple(id, text, id).map(
    ([at, key, member]): DirectEffect =>
      ({ state }) =>
        inRepository(state, at, ({ pullsByCommit }) => {
          const known = pullsByCommit.get(key);
          if (known === undefined) pullsByCommit.set(key, new Set([member]));
          else known.add(member);
        }),
  ),
  fc.tuple(id, text).map(
    ([at, key]): DirectEffect =>
      ({ state }) =>
        inRepository(state, at, ({ refs }) => {
          if (!refs.delete(key)) refs.set(key, key);
        }),
  ),
  fc.constant<DirectEffect>((world) => void world.write()),
);

describe("a state that is saved change by change", () => {
  it("is rebuilt from its changes with every entry in its place, whatever was done to it", () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40, size: "max" }), (actions) => {
        const world = witnessed();
        for (const act of actions) act(world);
        world.write();
        expect(linesOf(world.replica)).toEqual(linesOf(world.state));
        expect(world.write()).toBe(0);
      }),
      { numRuns: 200 },
    );
  });

  it("finds a change that a holder of a value made after the value was saved", () => {
    const { state, replica, clock, write } = witnessed();
    state.accounts.set(1, account(1));
    write();
    clock.moment = 1;
    clock.oldest = 1;
    const held = state.accounts.get(1);
    write();
    held?.memberIds.push(7);
    expect(write()).toBe(1);
    expect(replica.accounts.get(1)?.memberIds).toEqual([7]);
  });

  it("saves new entries in the order of the Map", () => {
    const { state, replica, write } = witnessed();
    state.accounts.get(2);
    state.accounts.set(1, account(1));
    state.accounts.set(2, account(2));
    write();
    state.accounts.delete(1);
    state.accounts.set(1, account(1));
    write();
    expect([...replica.accounts.keys()]).toEqual([2, 1]);
  });

  it("leaves out a repository that a transaction is changing, and deliveries about it", () => {
    const { state, replica, write } = witnessed();
    for (const at of [1, 2]) {
      state.repositories.set(at, repository(at));
      state.repositories.get(at)?.refs.set("refs/heads/main", "sha");
      state.deliveries.set(at, delivery(at, at));
    }
    state.deliveries.set(3, delivery(3, null));
    write([1]);
    expect([...replica.repositories.keys()]).toEqual([2]);
    expect([...replica.deliveries.keys()]).toEqual([2, 3]);
    write();
    expect([...replica.repositories.keys()]).toEqual([2, 1]);
    expect(replica.repositories.get(1)?.refs.size).toBe(1);
    expect([...replica.deliveries.keys()]).toEqual([2, 3, 1]);
  });

  it("saves nothing that was only read", () => {
    const { state, write } = witnessed();
    state.accounts.set(1, account(1));
    write();
    for (const one of state.accounts.values()) expect(one.login).toBe("a1");
    state.accounts.forEach(({ login }) => {
      expect(login).toBe("a1");
    });
    expect(state.accounts.get(1)?.login).toBe("a1");
    expect(write()).toBe(0);
  });

  it.each([
    [[["nothing"], 1]],
    [[["accounts"], 1]],
    [[["lastId", 1], 1]],
    [[["repositories", 1, "refs", "main"], "sha"]],
    [[["accounts", 1, "login", "x"], 1]],
    [[["accounts", 1, "login", "x", "y"], 1]],
  ] satisfies [ReadChange][])("refuses the unknown change %j", (change) => {
    expect(applyChange(emptyState(), change)).toBe(false);
  });
});
