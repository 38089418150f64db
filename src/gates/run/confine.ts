import path from "node:path";

/** How candidate commands are kept apart on this machine, as found by trying. */
export type Confinement =
  | { readonly kind: "bubblewrap"; readonly bwrap: string; readonly disableUserns: boolean }
  /** Root's `unshare` and `setpriv`: another user, own processes, no network; the file system stays in sight. */
  | { readonly kind: "namespaces"; readonly prefix: readonly string[] }
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
};

const SYSTEM = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix/store"];

/** Named one by one, because /etc as a whole also holds keys and password hashes. */
const CONFIGURATION = [
  "alternatives",
  "ca-certificates",
  "group",
  "hosts",
  "java-17-openjdk",
  "java-21-openjdk",
  "ld.so.cache",
  "localtime",
  "maven",
  "nsswitch.conf",
  "passwd",
  "pki/tls/certs",
  "protocols",
  "services",
  "ssl/certs",
  "ssl/openssl.cnf",
].map((name) => `/etc/${name}`);

const NETWORK_CONFIGURATION = ["/etc/resolv.conf", "/etc/host.conf"];

/** No single file may grow beyond this, in blocks of 512 bytes, as `ulimit -f` counts them in POSIX. */
const LARGEST_FILE_BLOCKS = 4_194_304;

/** The command as it is run here. Unconfined, it still has its own minimal environment and a limit on its files. */
export function confine(confinement: Confinement, candidate: CandidateCommand): ConfinedCommand {
  const { env } = candidate;
  const shell = ["/bin/sh", "-c", `ulimit -f ${LARGEST_FILE_BLOCKS}\n${candidate.script}`];
  switch (confinement.kind) {
    case "bubblewrap":
      return { file: confinement.bwrap, args: [...bubblewrapArguments(confinement, candidate), "--", ...shell], env };
    case "namespaces": {
      const [file = "", ...prefix] = confinement.prefix;
      return { file, args: [...prefix, ...namespaceArguments(candidate), ...shell], env: {} };
    }
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
  for (const folder of [cwd, ...writable, ...readable, ...sealed, ...scratch]) {
    if (!path.isAbsolute(folder)) throw new TypeError(`${folder} must be an absolute path`);
  }
  return [
    ...["--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"],
    ...(network ? [] : ["--unshare-net"]),
    // Without it the candidate could make namespaces of its own and hold capabilities in them.
    ...(disableUserns ? ["--disable-userns"] : []),
    // Neither root nor nobody, so that tools which refuse or special-case those behave as usual.
    ...["--die-with-parent", "--new-session", "--cap-drop", "ALL", "--uid", "1000", "--gid", "1000"],
    ...[...SYSTEM, ...CONFIGURATION, ...(network ? NETWORK_CONFIGURATION : [])].flatMap((file) => [
      "--ro-bind-try",
      file,
      file,
    ]),
    ...["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"],
    ...readable.flatMap((folder) => ["--ro-bind-try", folder, folder]),
    ...[cwd, ...writable].flatMap((folder) => ["--bind", folder, folder]),
    ...sealed.flatMap((folder) => ["--ro-bind", folder, folder]),
    ...scratch.flatMap((folder) => ["--tmpfs", folder]),
    ...["--remount-ro", "/", "--chdir", cwd, "--clearenv"],
    ...Object.entries(env).flatMap(([name, value]) => ["--setenv", name, value]),
  ];
}

/** `sudo -n unshare ... setpriv ... env -i`: root only makes the namespaces, and is left before the candidate starts. */
function namespaceArguments({ cwd, env, network, timeMs }: CandidateCommand): string[] {
  return [
    // sudo's process is root's: only root can end it.
    ...["timeout", "--signal=KILL", String(Math.ceil(timeMs / 1_000))],
    ...["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "--ipc", "--uts"],
    ...(network ? [] : ["--net"]),
    ...["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--no-new-privs", "--bounding-set=-all"],
    ...["env", "-i", "--chdir", cwd, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)],
  ];
}

/** In the words of the report: what stood between the candidate and this machine. */
export function describeConfinement(confinement: Confinement): string {
  switch (confinement.kind) {
    case "bubblewrap":
      return "bubblewrap: own namespaces, read-only system, no network after set-up";
    case "namespaces":
      return "unshare and setpriv: another user, own processes, no network after set-up; bubblewrap is not available";
    case "none":
      return `none: ${confinement.reason}`;
    default:
      return confinement satisfies never;
  }
}
