/** Only one forge at a time may use a folder. Two would destroy each other's journal. */
import { readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { hasCode } from "../../../domain/errors.js";
import { signalProcess } from "../../runner/process/process-group.js";
import { startTime } from "../../runner/process/process-table.js";

/** Another forge is using the folder. */
export class FolderInUse extends Error {
  override readonly name = "FolderInUse";

  constructor(
    readonly folder: string,
    readonly pid: number,
  ) {
    super(`${folder} is in use by another sandbox, process ${pid}`);
  }
}

/** A process id alone is not enough: the system reuses ids, and a folder may be copied together with this file. */
const Owner = z.strictObject({ pid: z.int().positive(), started: z.string(), folder: z.string() });
type Owner = z.infer<typeof Owner>;

const FILE = "in-use.json";

/**
 * Claims a folder and returns the function that releases it. A killed forge cannot release it, so the next one checks
 * whether its process still exists.
 */
export function claimFolder(folder: string): () => void {
  const file = join(folder, FILE);
  const self: Owner = { pid: process.pid, started: startTime(process.pid), folder: realpathSync(folder) };
  if (!create(file, self)) {
    const other = ownerIn(file);
    if (other !== undefined && other.folder === self.folder && lives(other)) throw new FolderInUse(folder, other.pid);
    rmSync(file, { force: true });
    if (!create(file, self)) throw new FolderInUse(folder, ownerIn(file)?.pid ?? 0);
  }
  return () => rmSync(file, { force: true });
}

function create(file: string, owner: Owner): boolean {
  try {
    writeFileSync(file, JSON.stringify(owner), { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}

/** Undefined for an unfinished file. */
function ownerIn(file: string): Owner | undefined {
  try {
    const owner = Owner.safeParse(JSON.parse(readFileSync(file, "utf8")));
    return owner.success ? owner.data : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

const lives = ({ pid, started }: Owner) => signalProcess(pid, 0) && startTime(pid) === started;
