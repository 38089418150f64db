import { systemFiles } from "./candidate-view.js";
import type { CandidateCommand, ConfinedCommand } from "./confine.js";
import { NAMESPACE_SCRIPT, ROOT_PATH } from "./namespace-script.js";

/** Root's `unshare` and `setpriv`, for a machine without bubblewrap. */
export type Namespaces = {
  readonly kind: "namespaces";
  /** How to become root: `sudo -n`, or nothing if the process is root already. */
  readonly sudo: readonly string[];
  /** The candidate's user. Never root. */
  readonly user: { readonly uid: number; readonly gid: number };
};

/** The kernel ends a command only after `runCommand` should have ended it, because `runCommand` gives the reason. */
const GRACE_SECONDS = 10;
const DIES_WITH_PARENT = ["setpriv", "--pdeathsig=KILL"];

/** Root makes the namespaces and the view, and waits. The candidate inside is another user without capabilities. */
export function inNamespaces(
  { sudo, user }: Namespaces,
  candidate: CandidateCommand,
  shell: readonly string[],
): ConfinedCommand {
  const { cwd, env, network, timeMs } = candidate;
  const isRoot = sudo.length === 0;
  const [file = "", ...args] = [
    ...(isRoot ? DIES_WITH_PARENT : sudo),
    ...["timeout", "--foreground", "--signal=KILL", String(Math.ceil(timeMs / 1_000) + GRACE_SECONDS)],
    ...DIES_WITH_PARENT,
    ...["unshare", "--mount", "--pid", "--fork", "--kill-child", "--ipc", "--uts", ...(network ? [] : ["--net"])],
    ...["/bin/sh", "-c", NAMESPACE_SCRIPT, "sh", ...viewOf(candidate), "--"],
    ...["setpriv", `--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups"],
    ...["--no-new-privs", "--inh-caps=-all", "--ambient-caps=-all", "--bounding-set=-all"],
    ...["env", "-i", "--chdir", cwd, ...Object.entries(env).map(([name, value]) => `${name}=${value}`), ...shell],
  ];
  return { file, args, env: { PATH: ROOT_PATH }, ownNamespace: true, ...(isRoot ? {} : { kill: [...sudo, "kill"] }) };
}

/** The same files as with bubblewrap, in the same order: a later mount covers an earlier one. */
function viewOf({ cwd, writable, readable, sealed, scratch, network }: CandidateCommand): string[] {
  const each = (what: string, paths: readonly string[]) => paths.flatMap((path) => [what, path]);
  return [
    ...each("empty", ["/tmp", "/dev/shm"]),
    ...each("read", [...systemFiles(network), ...readable]),
    "shut",
    ...each("write", [cwd, ...writable]),
    ...each("read", sealed),
    ...each("empty", scratch),
    ...(network ? [] : ["loopback"]),
  ];
}
