/** Where end-to-end tests keep their temporary files: in memory if there is room, where thousands of small files cost least. */
import { accessSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

const IN_MEMORY = "/dev/shm";
const NAME = "factory-tests-";
const NEEDED_BYTES = 6 * 2 ** 30;

export function temporaryFolder(): string {
  if (!hasRoomInMemory()) return tmpdir();
  removeStale();
  const folder = join(IN_MEMORY, `${NAME}${process.pid}`);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  // Not private: PostgreSQL runs as another user.
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  return folder;
}

function hasRoomInMemory(): boolean {
  if (!isWritable(IN_MEMORY) || !existsSync("/proc/mounts")) return false;
  const [, , type, options = ""] =
    readFileSync("/proc/mounts", "utf8")
      .split("\n")
      .map((line) => line.split(" "))
      .findLast(([, place]) => place === IN_MEMORY) ?? [];
  if (type !== "tmpfs" || /\b(?:noexec|ro)\b/.test(options)) return false;
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return Math.min(bavail * bsize, freemem()) > NEEDED_BYTES;
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** What a run that was killed has left. */
function removeStale(): void {
  for (const name of readdirSync(IN_MEMORY)) {
    if (!name.startsWith(NAME) || existsSync(`/proc/${name.slice(NAME.length)}`)) continue;
    rmSync(join(IN_MEMORY, name), { recursive: true, force: true });
  }
}
