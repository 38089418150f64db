import { sha256 } from "../../domain/hash.js";
import type { TaskReading } from "../../roles/reading/read-task.js";

const LOCK_FILES = [
  "package-lock.json",
  "pnpm-lock.yaml",
  "yarn.lock",
  "poetry.lock",
  "uv.lock",
  "go.sum",
  "Cargo.lock",
];

/** The digest of the first existing lock file: the dependencies of the evidence. */
export async function lockFileDigest({ tree }: TaskReading): Promise<string | null> {
  for (const path of LOCK_FILES) {
    const text = await tree.read(path);
    if (text !== undefined) return sha256(text);
  }
  return null;
}
