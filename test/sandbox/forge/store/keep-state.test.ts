import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { emptyRepositoryCollections, type RepositoryRecord } from "../../../../src/sandbox/forge/records/repository.js";
import { emptyState } from "../../../../src/sandbox/forge/records/state.js";
import type { Change } from "../../../../src/sandbox/forge/store/change.js";
import type { Journal } from "../../../../src/sandbox/forge/store/journal.js";
import { keepState } from "../../../../src/sandbox/forge/store/keep-state.js";

/** A journal whose disk can be full, and which can be called long. */
function kept() {
  const lines: string[][] = [];
  const log: string[] = [];
  const disk = { isFull: false, isLong: false, rewritten: 0 };
  const named = (changes: Iterable<Change>) => Array.from(changes, ({ path, text }) => `${path.join(" ")}=${text}`);
  const journal: Journal = {
    append(changes) {
      if (disk.isFull) throw new Error("no space left");
      lines.push(named(changes));
    },
    rewrite(everything) {
      disk.rewritten += 1;
      lines.splice(0, lines.length, named(everything));
    },
    isLong: () => disk.isLong,
    close: () => undefined,
  };
  const store = keepState(emptyState(), journal, (line) => log.push(line));
  return { store, lines, log, disk };
}

function started() {
  const world = kept();
  world.store.start();
  for (const id of [1, 2]) {
    const repository = { ...emptyRepositoryCollections(), id } as unknown as RepositoryRecord;
    world.store.state.repositories.set(id, repository);
  }
  world.store.close();
  world.lines.length = 0;
  const refs = (id: number) => {
    const found = world.store.state.repositories.get(id)?.refs;
    if (found === undefined) throw new Error(`there is no repository ${id}`);
    return found;
  };
  return { ...world, refs };
}

/** Settled from outside. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

describe("a store with a folder", () => {
  it("saves nothing, and lets nobody wait for it in vain, before the start has ended", async () => {
    const { store, lines } = kept();
    store.state.logins.set("admin", 7);
    const told = store.saved().then(() => lines.length);
    await nextTurn();
    expect(lines).toEqual([]);
    store.start();
    expect(await told).toBe(1);
    expect(lines).toEqual([["logins admin=7"]]);
  });

  it("saves what changed in one line, once", async () => {
    const { store, lines } = started();
    store.state.logins.set("a", 1);
    store.state.lastId = 7;
    await store.saved();
    await store.saved();
    expect(lines).toEqual([["lastId=7", "logins a=1"]]);
  });

  it("saves what a transaction changes in its repository as a whole when it has ended, also when it fails", async () => {
    const { store, lines, refs } = started();
    const { opened, open } = gate();
    const task = store.transaction(1, async () => {
      refs(1).set("a", "1");
      await opened;
      refs(1).set("b", "2");
      throw new Error("refused");
    });
    refs(2).set("c", "3");
    const other = store.transaction(2, async () => void refs(2).set("d", "4"));
    await other;
    expect(lines).toEqual([['repositories 2 refs c="3"', 'repositories 2 refs d="4"']]);
    open();
    await expect(task).rejects.toThrow("refused");
    expect(lines.at(-1)).toEqual(['repositories 1 refs a="1"', 'repositories 1 refs b="2"']);
  });

  it("is saved only when the transactions that were open have ended", async () => {
    const { store, lines, refs } = started();
    const { opened, open } = gate();
    const task = store.transaction(1, async () => {
      refs(1).set("a", "1");
      await opened;
    });
    const seen: string[] = [];
    const told = store.saved().then(() => seen.push(`told with ${lines.length} lines`));
    await nextTurn();
    expect(seen).toEqual([]);
    open();
    await Promise.all([task, told]);
    expect(seen).toEqual(["told with 1 lines"]);
  });

  it("saves soon what no answer depends on", async () => {
    const { store, lines } = started();
    store.state.logins.set("a", 1);
    store.changed();
    store.changed();
    expect(lines).toEqual([]);
    await nextTurn();
    expect(lines).toEqual([["logins a=1"]]);
  });

  it("refuses to be saved while the disk is full, and saves everything later", async () => {
    const { store, lines, log, disk, refs } = started();
    disk.isFull = true;
    store.state.logins.set("a", 1);
    await expect(store.saved()).rejects.toThrow("no space left");
    await expect(store.transaction(1, async () => void refs(1).set("b", "2"))).rejects.toThrow("no space left");
    store.changed();
    await nextTurn();
    expect(log).toEqual(["not saved: no space left"]);
    disk.isFull = false;
    await store.saved();
    expect(lines).toEqual([["logins a=1", 'repositories 1 refs b="2"']]);
  });

  it("writes a new snapshot when the journal is long, but not during a transaction", async () => {
    const { store, lines, disk, refs } = started();
    disk.isLong = true;
    const task = store.transaction(1, () =>
      store
        .transaction(2, async () => void refs(1).set("half", "1"))
        .then(() => {
          expect(disk.rewritten).toBe(0);
          refs(1).set("whole", "2");
        }),
    );
    await task;
    expect(disk.rewritten).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toEqual(expect.arrayContaining(['repositories 1 refs half="1"', 'repositories 1 refs whole="2"']));
  });

  it("saves what a holder of a value changes in it after others have saved", async () => {
    const { store, lines } = started();
    const account = { id: 5, login: "a", type: "User", name: null, email: null, createdAt: "", memberIds: [] } as const;
    store.state.accounts.set(5, { ...account, memberIds: [] });
    await store.saved();
    const endHold = store.hold();
    const held = store.state.accounts.get(5);
    await store.saved();
    if (held !== undefined) held.name = "A";
    await store.saved();
    endHold();
    expect(lines).toHaveLength(2);
    expect(lines[1]?.[0]).toContain('"name":"A"');
  });
});
