import { afterEach, expect, it } from "vitest";
import { LimitedUntil } from "../../../src/domain/errors.js";
import { type Database, openDatabase } from "../../../src/server/postgres/database.js";
import { migrate } from "../../../src/server/postgres/migrations.js";
import { createSharedPace } from "../../../src/server/postgres/shared-pace.js";
import { describeOnPostgres } from "../../support/postgres.js";

describeOnPostgres("the shared limiter", (postgres) => {
  const open: Database[] = [];
  afterEach(async () => {
    for (const database of open.splice(0)) await database.close();
  });

  /** Two replicas; nobody sleeps, so that what each was told to wait for is its place in the row. */
  async function twoReplicas() {
    const url = await postgres().createDatabase();
    const waits: number[] = [];
    const timing = { now: Date.now, sleep: async (ms: number) => void waits.push(ms) };
    const replica = async () => {
      const database = openDatabase(url, () => {});
      open.push(database);
      await migrate(database);
      return { database, paceOf: (installation: number) => createSharedPace(database, installation, timing) };
    };
    return {
      one: await replica(),
      other: await replica(),
      waits,
      seconds: () => waits.map((ms) => Math.ceil(ms / 1_000)),
    };
  }

  it("allows one write a second across replicas, for each installation separately", async () => {
    const { one, other, seconds } = await twoReplicas();
    await one.paceOf(7).beforeWrite();
    await other.paceOf(7).beforeWrite();
    await one.paceOf(7).beforeWrite();
    await other.paceOf(8).beforeWrite();
    expect(seconds()).toEqual([1, 2]);
  });

  it("gives every simultaneous writer its own slot", async () => {
    const { one, other, seconds } = await twoReplicas();
    const paces = [one.paceOf(7), other.paceOf(7)];
    await Promise.all(Array.from({ length: 20 }, (_, index) => paces[index % 2]?.beforeWrite()));
    expect(seconds().toSorted((a, b) => a - b)).toEqual(Array.from({ length: 19 }, (_, index) => index + 1));
  });

  it("returns a long wait instead of sleeping, and reserves no slot for it", async () => {
    const { one, other } = await twoReplicas();
    const hour =
      "SELECT array_agg(((extract(epoch FROM now()) - 3590 + 7 * n) * 1000)::bigint ORDER BY n) FROM generate_series(0, 449) n";
    await one.database.query(`INSERT INTO factory.pace (installation, writes) VALUES (7, (${hour}))`);
    await one.paceOf(7).beforeWrite();
    await expect(repeatedly(() => other.paceOf(7).beforeWrite(), 9)).rejects.toBeInstanceOf(LimitedUntil);
    const [row] = await one.database.query<{ count: string }>(
      "SELECT count(*) FROM factory.pace, unnest(writes) WHERE installation = 7",
    );
    expect(Number(row?.count)).toBeLessThan(460);
  });

  it("closes for every replica after GitHub has limited one of them, for reads and writes", async () => {
    const { one, other } = await twoReplicas();
    await other.paceOf(7).beforeRead();
    await one.paceOf(7).limited(Date.now() + 300_000);
    const limited = { name: "LimitedUntil", limit: "GitHub limits this installation" };
    await expect(other.paceOf(7).beforeRead()).rejects.toMatchObject(limited);
    await expect(other.paceOf(7).beforeWrite()).rejects.toMatchObject(limited);
    await other.paceOf(8).beforeRead();
  });

  it("waits longer each time if GitHub states no end", async () => {
    const { one } = await twoReplicas();
    const pace = one.paceOf(7);
    const start = Date.now();
    const minutes = async () => Math.round(((await pace.limited(null)) - start) / 60_000);
    expect([await minutes(), await minutes(), await minutes()]).toEqual([1, 2, 4]);
    pace.answered();
    expect(await minutes(), "a shorter one does not open what is closed").toBe(4);
  });
});

async function repeatedly(act: () => Promise<void>, times: number): Promise<void> {
  for (let done = 0; done < times; done += 1) await act();
}
