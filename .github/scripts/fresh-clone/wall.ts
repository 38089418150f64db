import { spawnSync } from "node:child_process";
import { findOnPath } from "../../../test/support/programs/find-on-path.js";
import type { Places } from "./places.js";

/**
 * A command prefix that makes the whole machine read-only, except the places and /tmp, which some programs use
 * directly. Empty if bubblewrap does not work.
 */
export function wallAround({ root, temporary }: Places, hidden: readonly string[]): string[] {
  // By its path, because the command may run with a PATH that lacks it.
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
