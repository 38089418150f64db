import { constants } from "node:fs";
import { open, readdir, realpath } from "node:fs/promises";
import path from "node:path";
import picomatch from "picomatch";

const MAX_BYTES = 64 * 1_048_576;
const MAX_FILES = 2_000;

/**
 * Reports as files: one path, or a pattern below the work folder. The candidate may have put anything there. So links
 * are not followed, and anything except a plain file of moderate size is ignored.
 */
export async function readReportFile(folder: string, where: string): Promise<readonly string[]> {
  if (path.isAbsolute(where)) return readPlain(where);
  const parent = path.join(folder, path.posix.dirname(where));
  const real = await realpath(parent).catch(() => undefined);
  if (real === undefined || real !== parent) return [];
  const matches = picomatch(path.posix.basename(where));
  const names = (await readdir(parent)).filter((name) => matches(name)).sort();
  if (names.length > MAX_FILES) return [];
  return (await Promise.all(names.map((name) => readPlain(path.join(parent, name))))).flat();
}

async function readPlain(file: string): Promise<readonly string[]> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    () => undefined,
  );
  if (handle === undefined) return [];
  try {
    const { size } = await handle.stat();
    if (!(await handle.stat()).isFile() || size > MAX_BYTES) return [];
    return [await handle.readFile("utf8")];
  } finally {
    await handle.close();
  }
}
