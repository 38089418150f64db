import { lstat, readdir, statfs } from "node:fs/promises";
import path from "node:path";

const MEASURE_EVERY_MS = 250;

/**
 * Detects that folders have grown beyond a limit. A check of the free space is one system call. The folders are
 * measured only after it has shrunk by the limit, because others write to this disk, too.
 */
export function watchDisk(
  folders: readonly string[],
  limit: number,
  tell: (why: string) => void,
): { readonly end: () => void } {
  const [first] = folders;
  if (first === undefined) return { end: () => undefined };
  let freeAtStart: number | undefined;
  let looking = false;
  const measure = async (): Promise<void> => {
    const { bavail, bsize } = await statfs(first);
    const free = bavail * bsize;
    freeAtStart ??= free;
    if (freeAtStart - free < limit) return;
    const size = (await Promise.all(folders.map((folder) => sizeOf(folder)))).reduce((sum, part) => sum + part, 0);
    if (size >= limit) tell(`its folders grew beyond ${limit} bytes`);
  };
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    measure().then(
      () => {
        looking = false;
      },
      // A folder that cannot be measured is ignored. The time limit still applies.
      () => {
        looking = false;
      },
    );
  }, MEASURE_EVERY_MS);
  measure().catch(() => undefined);
  return { end: () => clearInterval(timer) };
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const sizes = entries.map(async (entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return sizeOf(file);
    return lstat(file).then(
      ({ blocks }) => blocks * 512,
      () => 0,
    );
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
