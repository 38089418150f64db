import { constants, type FileHandle, open } from "node:fs/promises";
import { hasCode, messageOf } from "../../../domain/errors.js";
import { accept, type Outcome, refuse } from "../../../domain/refusal.js";

/**
 * Reads a file that a step could change. It may have become a link, an endless pipe, or a huge file. Links are not
 * followed, opening does not block, and only a regular file within the limit is read. A removed file reads as empty.
 */
export async function readBoundedFile(file: string, maxBytes: number): Promise<Outcome<string>> {
  let handle: FileHandle;
  try {
    handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return accept("");
    if (hasCode(error, "ELOOP")) return refuse("not-a-file", `${file} has been replaced by a link`);
    return refuse("unreadable", `${file} cannot be read: ${messageOf(error)}`);
  }
  try {
    const status = await handle.stat();
    if (!status.isFile()) return refuse("not-a-file", `${file} is no longer an ordinary file`);
    if (status.size > maxBytes) {
      return refuse("too-large", `${file} has ${status.size} bytes; at most ${maxBytes} are read`);
    }
    return accept(await handle.readFile("utf8"));
  } finally {
    await handle.close();
  }
}
