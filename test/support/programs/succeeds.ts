import { execFile } from "node:child_process";
import { findOnPath } from "./find-on-path.js";

/** Whether a program is on PATH and this call succeeds. An installed program may still be unusable. */
export async function succeeds(
  name: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<boolean> {
  const file = findOnPath(name);
  if (file === undefined) return false;
  return new Promise((resolve) => {
    execFile(file, [...args], { env }, (error) => resolve(error === null));
  });
}
