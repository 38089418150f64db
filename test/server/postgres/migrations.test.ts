import { afterEach, expect, it } from "vitest";
import { type Database, openDatabase } from "../../../src/server/postgres/database.js";
import { migrate } from "../../../src/server/postgres/migrations.js";
import { describeOnPostgres } from "../../support/postgres.js";

describeOnPostgres("the shared tables", (postgres) => {
  const opened: Database[] = [];
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
  });
  async function open(url: string): Promise<Database> {
    const database = openDatabase(url, () => {});
    opened.push(database);
    return database;
  }
  const versions = async (database: Database) =>
    (await database.query<{ number: number }>("SELECT number FROM factory.migration ORDER BY number")).map(
      ({ number }) => number,
    );

  it("are created once, however many replicas start together on an empty database", async () => {
    const url = await postgres().createDatabase();
    const replicas = await Promise.all(Array.from({ length: 4 }, () => open(url)));
    await Promise.all(replicas.map(migrate));
    const [one] = replicas;
    if (one === undefined) throw new Error("nobody started");
    expect(await versions(one)).toEqual([1, 2]);
  });

  it("are migrated from their version, and keep their content", async () => {
    const database = await open(await postgres().createDatabase());
    await migrate(database);
    await database.query("ALTER TABLE factory.set_aside DROP COLUMN said");
    await database.query("DELETE FROM factory.migration WHERE number = 2");
    await database.query("INSERT INTO factory.set_aside (repository_id, repository, reason) VALUES (1, '{}', 'why')");
    await migrate(database);
    expect(await database.query("SELECT reason, said FROM factory.set_aside")).toEqual([{ reason: "why", said: null }]);
    expect(await versions(database)).toEqual([1, 2]);
  });

  it("of a newer App are not changed, and the older one reports it instead of starting", async () => {
    const database = await open(await postgres().createDatabase());
    await migrate(database);
    await database.query("INSERT INTO factory.migration (number) VALUES (99)");
    await expect(migrate(database)).rejects.toThrow(
      "the database is at version 99, this App at 2: start the newer App",
    );
    expect(await versions(database)).toEqual([1, 2, 99]);
  });
});
