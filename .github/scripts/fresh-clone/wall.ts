import { spawnSync } from "node:child_process";
import { findOnPath } from "../../../test/support/programs/find-on-path.js";
import type { Places } from "./places.js";

/**
 * A command line in front of another that makes the whole machine read-only to it but the places, and /tmp, for whoever asks
 * nobody where the temporary folder is. None where bubblewrap does not work.
 */
export function wallAround({ root, temporary }: Places, hidden: readonly string[]): string[] {
  // By its path: what is behind the wall may have a PATH without it.
  const bwrap = findOnPath("bwrap");
  if (bwrap === undefined) return [];
  const binds = [
    ["--ro-bind", "/", "/"],
    ["--dev-bind", "/dev", "/dev"],
    ["--bind", "/proc", "/proc"],
    ["--bind", temporary, "/tmp"],
    ["--bind", root, root],
  ].flat();
  const args = [...binds, ...hidden, "--cap-add", "ALL", "--die-with-parent", "--"];
  return spawnSync(bwrap, [...args, "true"], { stdio: "ignore" }).status === 0 ? [bwrap, ...args] : [];
}
