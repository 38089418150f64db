import path from "node:path";
import { unconfined } from "../../domain/gates/confinement.js";
import { systemFiles } from "./candidate-view.js";
import { inNamespaces, type Namespaces } from "./namespaces.js";

/** How candidate commands are kept apart on this machine, as found by trying. */
export type Confinement =
  | { readonly kind: "bubblewrap"; readonly bwrap: string; readonly disableUserns: boolean }
  | Namespaces
  | { readonly kind: "none"; readonly reason: string };

/** A command of the candidate: code that nobody has judged yet. */
export type CandidateCommand = {
  readonly script: string;
  /** Where it runs, and the only folders besides `writable` that it can change. */
  readonly cwd: string;
  readonly writable: readonly string[];
  /** Folders outside the system's own that it can read: tools, presets. */
  readonly readable: readonly string[];
  /** Folders inside a writable one that it can only read: what set-up installed. */
  readonly sealed: readonly string[];
  /** Folders inside a sealed one that it may fill, and that are empty again for the next command: tools' caches. */
  readonly scratch: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly network: boolean;
  /** After this the kernel ends it, also where its process is not ours to end. */
  readonly timeMs: number;
};

/** What to hand to spawn. */
export type ConfinedCommand = {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Sends a signal to a process group that is not ours to end, where there is one. */
  readonly kill?: readonly string[];
};

/** No single file may grow beyond this, in blocks of 512 bytes, as `ulimit -f` counts them in POSIX. */
const LARGEST_FILE_BLOCKS = 4_194_304;

/** The command as it is run here. Unconfined, it still has its own minimal environment and a limit on its files. */
export function confine(confinement: Confinement, candidate: CandidateCommand): ConfinedCommand {
  const { cwd, writable, readable, sealed, scratch, env } = candidate;
  for (const folder of [cwd, ...writable, ...readable, ...sealed, ...scratch]) {
    if (!path.isAbsolute(folder)) throw new TypeError(`${folder} must be an absolute path`);
  }
  const shell = ["/bin/sh", "-c", `ulimit -f ${LARGEST_FILE_BLOCKS}\n${candidate.script}`];
  switch (confinement.kind) {
    case "bubblewrap":
      return { file: confinement.bwrap, args: [...bubblewrapArguments(confinement, candidate), "--", ...shell], env };
    case "namespaces":
      return inNamespaces(confinement, candidate, shell);
    case "none":
      return { file: "/bin/sh", args: shell.slice(1), env };
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
    // Without it the candidate could make namespaces of its own and hold capabilities in them.
    ...(disableUserns ? ["--disable-userns"] : []),
    // Neither root nor nobody, so that tools which refuse or special-case those behave as usual.
    ...["--die-with-parent", "--new-session", "--cap-drop", "ALL", "--uid", "1000", "--gid", "1000"],
    ...systemFiles(network).flatMap((file) => ["--ro-bind-try", file, file]),
    ...["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"],
    // For a candidate of root's, root outside of its namespace still is who owns the settings of the kernel.
    ...["--ro-bind-try", "/proc/sys", "/proc/sys"],
    ...readable.flatMap((folder) => ["--ro-bind-try", folder, folder]),
    ...[cwd, ...writable].flatMap((folder) => ["--bind", folder, folder]),
    ...sealed.flatMap((folder) => ["--ro-bind", folder, folder]),
    ...scratch.flatMap((folder) => ["--tmpfs", folder]),
    ...["--remount-ro", "/", "--chdir", cwd, "--clearenv"],
    ...Object.entries(env).flatMap(([name, value]) => ["--setenv", name, value]),
  ];
}

/** In the words of the report: what stood between the candidate and this machine. */
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
