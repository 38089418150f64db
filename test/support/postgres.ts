/** A PostgreSQL of the test's own: a cluster in a temporary folder, on a port of loopback, gone afterwards. */
import { execFile, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe } from "vitest";
import { openDatabase } from "../../src/adapters/postgres/database.js";
import { freePort } from "../../src/sandbox/free-port.js";

const run = promisify(execFile);
const DEBIAN = "/usr/lib/postgresql";

/** Where the server's programs lie: on the path, or where Debian puts them. */
function findBinaries(): string | undefined {
  const folders = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const candidates = [
    ...(process.env.PATH ?? "").split(":"),
    ...folders.map((version) => join(DEBIAN, version, "bin")),
  ];
  return candidates.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")));
}

const BINARIES = findBinaries();

/** The server refuses to run as root; Debian's package brings a user for it. */
const USER = process.getuid?.() === 0 ? passwdEntry("postgres") : undefined;

function passwdEntry(name: string): { readonly uid: number; readonly gid: number } | undefined {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}

/** Why there can be no PostgreSQL here, or null. */
const NO_POSTGRES: string | null =
  BINARIES === undefined
    ? "PostgreSQL is not installed"
    : process.getuid?.() === 0 && USER === undefined
      ? "there is no user postgres, and the server does not run as root"
      : null;

export type Postgres = {
  readonly url: string;
  /** An empty database on it. */
  createDatabase(): Promise<string>;
  /** As a crash of the machine does it, and up again. */
  restart(): Promise<void>;
  down(): Promise<void>;
  up(): Promise<void>;
  stop(): Promise<void>;
};

export async function startPostgres(): Promise<Postgres> {
  if (BINARIES === undefined) throw new Error("PostgreSQL is not installed");
  const folder = mkdtempSync(join(tmpdir(), "postgres-"));
  if (USER !== undefined) chownSync(folder, USER.uid, USER.gid);
  const data = join(folder, "data");
  const as = { ...(USER ?? {}), cwd: folder, env: { PATH: process.env.PATH ?? "", HOME: folder, LC_ALL: "C" } };
  const port = await freePort();
  await run(join(BINARIES, "initdb"), ["-D", data, "-U", "factory", "-A", "trust", "-E", "UTF8", "--no-sync"], as);
  // Nobody keeps what is in it: durability would only cost time.
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c fsync=off -c max_connections=100`;
  const control = (...args: string[]) =>
    run(join(BINARIES, "pg_ctl"), ["-D", data, "-w", "-l", join(folder, "server.log"), ...args], as);
  const up = async () => void (await control("-o", settings, "start"));
  const down = async () => void (await control("-m", "immediate", "stop"));
  await up();
  const addressOf = (database: string) => `postgres://factory@127.0.0.1:${port}/${database}`;
  let databases = 0;
  const end = () => spawnSync(join(BINARIES, "pg_ctl"), ["-D", data, "-m", "immediate", "stop"], as);
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

/** A group of tests that needs a PostgreSQL, which they share. Without one they are skipped, and say so. */
export function describeOnPostgres(name: string, tests: (postgres: () => Postgres) => void): void {
  if (NO_POSTGRES !== null) process.stderr.write(`SKIPPED: "${name}": ${NO_POSTGRES} (apt-get install postgresql)\n`);
  describe.skipIf(NO_POSTGRES !== null)(name, () => {
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
