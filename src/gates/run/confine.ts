import path from "node:path";
import { unconfined } from "../../domain/gates/confinement.js";
import { systemFiles } from "./candidate-view.js";
import { inNamespaces, type Namespaces } from "./namespaces.js";

/** The confinement of candidate commands on this machine, found by trying. */
export type Confinement =
  | { readonly kind: "bubblewrap"; readonly bwrap: string; readonly disableUserns: boolean }
  | Namespaces
  | { readonly kind: "none"; readonly reason: string };

/** A command of the candidate: code that nobody has judged yet. */
export type CandidateCommand = {
  readonly script: string;
  /** The work folder. Besides `writable`, these are the only folders that it can change. */
  readonly cwd: string;
  readonly writable: readonly string[];
  /** Readable folders outside the system's own: tools, presets. */
  readonly readable: readonly string[];
  /** Read-only folders inside a writable one: what set-up installed. */
  readonly sealed: readonly string[];
  /** Folders inside a sealed one that are writable, and empty again for the next command: tools' caches. */
  readonly scratch: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly network: boolean;
  /** After this time the kernel ends it, also if this process may not. */
  readonly timeMs: number;
};

/** The arguments for spawn. */
export type ConfinedCommand = {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** It runs in a process namespace of its own, which ends with it. */
  readonly ownNamespace: boolean;
  /** Sends a signal to a process group of another user, if there is one. */
  readonly kill?: readonly string[];
};

/** The largest file, in blocks of 512 bytes as in POSIX `ulimit -f`. */
const LARGEST_FILE_BLOCKS = 4_194_304;

/**
 * Waits for the command as process 1 and exits with its exit code. bubblewrap's own process 1 reports that code before
 * it ends, so processes of the command may still be running. The end of this process is reported after the kernel has
 * ended them all.
 */
const FIRST_PROCESS = ["/bin/sh", "-c", 'status=0; "$@" || status=$?; exit "$status"', "sh"];

/** The command as it is run here. Even unconfined, it has a minimal environment and a limit on file sizes. */
export function confine(confinement: Confinement, candidate: CandidateCommand): ConfinedCommand {
  const { cwd, writable, readable, sealed, scratch, env } = candidate;
  for (const folder of [cwd, ...writable, ...readable, ...sealed, ...scratch]) {
    if (!path.isAbsolute(folder)) throw new TypeError(`${folder} must be an absolute path`);
  }
  const shell = ["/bin/sh", "-c", `ulimit -f ${LARGEST_FILE_BLOCKS}\n${candidate.script}`];
  switch (confinement.kind) {
    case "bubblewrap":
      return {
        file: confinement.bwrap,
        args: [...bubblewrapArguments(confinement, candidate), "--", ...FIRST_PROCESS, ...shell],
        env,
        ownNamespace: true,
      };
    case "namespaces":
      return inNamespaces(confinement, candidate, shell);
    case "none":
      return { file: "/bin/sh", args: shell.slice(1), env, ownNamespace: false };
    default:
      return confinement satisfies never;
  }
}

function bubblewrapArguments(
  { disableUserns }: Extract<Confinement, { kind: "bubblewrap" }>,
  { cwd, writable, readable, sealed, scratch, env, network }: CandidateCommand,
): string[] {
  return [
    ...["--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"],
    ...(network ? [] : ["--unshare-net"]),
    // Otherwise the candidate could make namespaces and have capabilities in them.
    ...(disableUserns ? ["--disable-userns"] : []),
    // Neither root nor nobody: some tools refuse these users or treat them specially.
    ...["--as-pid-1", "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--uid", "1000", "--gid", "1000"],
    ...systemFiles(network).flatMap((file) => ["--ro-bind-try", file, file]),
    ...["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"],
    // If root runs the candidate, root outside the namespace still owns the kernel's settings.
    ...["--ro-bind-try", "/proc/sys", "/proc/sys"],
    ...readable.flatMap((folder) => ["--ro-bind-try", folder, folder]),
    ...[cwd, ...writable].flatMap((folder) => ["--bind", folder, folder]),
    ...sealed.flatMap((folder) => ["--ro-bind", folder, folder]),
    ...scratch.flatMap((folder) => ["--tmpfs", folder]),
    ...["--remount-ro", "/", "--chdir", cwd, "--clearenv"],
    ...Object.entries(env).flatMap(([name, value]) => ["--setenv", name, value]),
  ];
}

/** The confinement in the words of the report. */
export function describeConfinement(confinement: Confinement): string {
  switch (confinement.kind) {
    case "bubblewrap":
      return "bubblewrap: own namespaces, read-only system, no network after set-up";
    case "namespaces":
      return "unshare and setpriv: own namespaces, read-only system, no privileges, no network after set-up; bubblewrap is not available";
    case "none":
      return unconfined(confinement.reason);
    default:
      return confinement satisfies never;
  }
}
