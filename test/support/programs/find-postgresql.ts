import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { findOnPath, isExecutable } from "./find-on-path.js";

/** Debian keeps the server's programs outside PATH. Only the clients are on it. */
const DEBIAN = "/usr/lib/postgresql";

export type PostgresqlPrograms = {
  /** The folder with initdb, postgres and pg_ctl. */
  readonly folder: string;
  /** The server refuses to run as root. */
  readonly user: { readonly uid: number; readonly gid: number } | undefined;
};

/** Finds PostgreSQL's programs and the user who can start them. */
export function findPostgresql(): PostgresqlPrograms | undefined {
  const folder = serverFolders().find((candidate) =>
    ["initdb", "postgres", "pg_ctl"].every((name) => isExecutable(join(candidate, name))),
  );
  if (folder === undefined) return undefined;
  if (process.getuid?.() !== 0) return { folder, user: undefined };
  const user = passwdEntry("postgres");
  return user === undefined ? undefined : { folder, user };
}

function serverFolders(): string[] {
  const initdb = findOnPath("initdb");
  const onPath = initdb === undefined ? [] : [dirname(initdb)];
  if (findOnPath("psql") === undefined || !existsSync(DEBIAN)) return onPath;
  const versions = readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a));
  return [...onPath, ...versions.map((version) => join(DEBIAN, version, "bin"))];
}

function passwdEntry(name: string): { readonly uid: number; readonly gid: number } | undefined {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}
