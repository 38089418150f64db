/** A PostgreSQL server for one test: a cluster in a temporary folder, on a loopback port, removed afterwards. */
import { execFile, spawnSync } from "node:child_process";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe } from "vitest";
import { freePort } from "../../src/sandbox/free-port.js";
import { openDatabase } from "../../src/server/postgres/database.js";
import { findPostgresql } from "./programs/find-postgresql.js";
import { howToGet } from "./programs/missing-programs.js";

const run = promisify(execFile);
export type Postgres = {
  readonly url: string;
  /** Creates an empty database. */
  createDatabase(): Promise<string>;
  /** Kills the server like a crash of the machine, and starts it again. */
  restart(): Promise<void>;
  down(): Promise<void>;
  up(): Promise<void>;
  stop(): Promise<void>;
};

export async function startPostgres(): Promise<Postgres> {
  const programs = findPostgresql();
  if (programs === undefined) throw new Error(`this needs ${howToGet("postgresql")}`);
  const { folder: binaries, user } = programs;
  const folder = mkdtempSync(join(tmpdir(), "postgres-"));
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, "data");
  const as = { ...(user ?? {}), cwd: folder, env: { PATH: process.env.PATH ?? "", HOME: folder, LC_ALL: "C" } };
  const port = await freePort();
  await run(join(binaries, "initdb"), ["-D", data, "-U", "factory", "-A", "trust", "-E", "UTF8", "--no-sync"], as);
  // The data is temporary, so durability would only cost time.
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c fsync=off -c max_connections=100`;
  const control = (...args: string[]) =>
    run(join(binaries, "pg_ctl"), ["-D", data, "-w", "-l", join(folder, "server.log"), ...args], as);
  const up = async () => void (await control("-o", settings, "start"));
  const down = async () => void (await control("-m", "immediate", "stop"));
  await up();
  const addressOf = (database: string) => `postgres://factory@127.0.0.1:${port}/${database}`;
  let databases = 0;
  const end = () => spawnSync(join(binaries, "pg_ctl"), ["-D", data, "-m", "immediate", "stop"], as);
  process.once("exit", end);
  return {
    url: addressOf("postgres"),
    async createDatabase() {
      databases += 1;
      const admin = openDatabase(addressOf("postgres"), () => {});
      await admin.query(`CREATE DATABASE d${databases}`);
      await admin.close();
      return addressOf(`d${databases}`);
    },
    up,
    down,
    async restart() {
      await down();
      await up();
    },
    async stop() {
      process.off("exit", end);
      await down();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A group of tests that share one PostgreSQL server. */
export function describeOnPostgres(name: string, tests: (postgres: () => Postgres) => void): void {
  describe(name, { tags: ["postgresql"] }, () => {
    const held: { server?: Postgres } = {};
    beforeAll(async () => {
      held.server = await startPostgres();
    });
    afterAll(() => held.server?.stop());
    tests(() => {
      if (held.server === undefined) throw new Error("PostgreSQL was not started");
      return held.server;
    });
  });
}
