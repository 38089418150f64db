import { lstat, readdir, statfs } from "node:fs/promises";
import path from "node:path";

const LOOK_EVERY_MS = 250;

/**
 * Notices when folders grow beyond a limit. Looking at the free space is one system call; the folders themselves are
 * measured only when it has shrunk by that much, because others write to this disk, too.
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
  const look = async (): Promise<void> => {
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
    look().then(
      () => {
        looking = false;
      },
      // A folder that cannot be measured tells nothing; the time limit still holds.
      () => {
        looking = false;
      },
    );
  }, LOOK_EVERY_MS);
  look().catch(() => undefined);
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
