import { execFile } from "node:child_process";
import { access, constants, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gte } from "semver";

/** Whether candidate commands can be confined here, as found by trying. */
export type Confinement =
  | { readonly available: true; readonly bwrap: string; readonly version: string }
  | { readonly available: false; readonly reason: string };

/** A command of the candidate: code that nobody has judged yet. */
export type CandidateCommand = {
  readonly command: readonly [string, ...string[]];
  /** The only folder it can write that outlives it. Everything else of the temporary folder is out of sight. */
  readonly workFolder: string;
  /** Further folders it can read, such as a tool that lives outside the system's own folders. */
  readonly readable?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Off unless asked for: only an install step needs it. */
  readonly network?: boolean;
};

/** What to hand to spawn. `env` is part of it: bwrap's own start environment is readable inside, as /proc/1/environ. */
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
  "ld.so.cache",
  "ld.so.conf",
  "ld.so.conf.d",
  "localtime",
  "nsswitch.conf",
  "passwd",
  "pki/tls/certs",
  "protocols",
  "services",
  "ssl/certs",
  "ssl/openssl.cnf",
].map((name) => `/etc/${name}`);

const NETWORK_CONFIGURATION = ["/etc/resolv.conf", "/etc/host.conf"];
/** Neither root nor nobody, so that tools which refuse or special-case those behave as usual. */
const USER = "1000";

/** The same command inside bubblewrap: own namespaces, read-only system, one writable folder, no network. */
export function confine(
  confinement: Extract<Confinement, { available: true }>,
  candidate: CandidateCommand,
): ConfinedCommand {
  const { command, workFolder, readable = [], network = false } = candidate;
  for (const folder of [workFolder, ...readable]) {
    if (!path.isAbsolute(folder)) throw new TypeError(`${folder} must be an absolute path`);
  }
  const env = { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: "/tmp", TMPDIR: "/tmp", LANG: "C.UTF-8", ...candidate.env };
  const args = [
    ...namespaces(confinement.version, network),
    ...["--die-with-parent", "--new-session", "--cap-drop", "ALL", "--uid", USER, "--gid", USER],
    ...[...SYSTEM, ...CONFIGURATION, ...(network ? NETWORK_CONFIGURATION : [])].flatMap((file) => [
      "--ro-bind-try",
      file,
      file,
    ]),
    ...["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"],
    ...readable.flatMap((folder) => ["--ro-bind", folder, folder]),
    ...["--bind", workFolder, workFolder, "--remount-ro", "/", "--chdir", workFolder],
    "--clearenv",
    ...Object.entries(env).flatMap(([name, value]) => ["--setenv", name, value]),
    "--",
    ...command,
  ];
  return { file: confinement.bwrap, args, env };
}

function namespaces(version: string, network: boolean): string[] {
  return [
    ...["--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"],
    ...(network ? [] : ["--unshare-net"]),
    // Without it the candidate could make namespaces of its own and hold capabilities in them.
    ...(gte(version, "0.8.0") ? ["--disable-userns"] : []),
  ];
}

/** Finds out by running `true` confined: installed is not the same as permitted by this kernel. */
export async function probeConfinement(searchPath = process.env.PATH ?? ""): Promise<Confinement> {
  const bwrap = await findExecutable("bwrap", searchPath);
  if (bwrap === undefined) return { available: false, reason: "bubblewrap (bwrap) is not installed" };
  const asked = await run(bwrap, ["--version"], {});
  const version = /\d+\.\d+\.\d+/.exec(asked.output)?.[0];
  if (asked.code !== 0 || version === undefined) {
    return { available: false, reason: `${bwrap} --version did not answer with a version: ${asked.output.trim()}` };
  }
  const confinement = { available: true, bwrap, version } as const;
  const workFolder = await mkdtemp(path.join(tmpdir(), "factory-confinement-"));
  try {
    const trial = confine(confinement, { command: ["true"], workFolder, env: {} });
    const tried = await run(trial.file, trial.args, trial.env);
    if (tried.code === 0) return confinement;
    return {
      available: false,
      reason: `bubblewrap ${version} is installed but does not work here: ${tried.output.trim()}`,
    };
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
}

async function findExecutable(name: string, searchPath: string): Promise<string | undefined> {
  for (const folder of searchPath.split(path.delimiter).filter(path.isAbsolute)) {
    const file = path.join(folder, name);
    const executable = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (executable) return file;
  }
  return undefined;
}

function run(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    execFile(file, args, { env }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : null;
      resolve({ code, output: `${stdout}${stderr}${code === null ? (error?.message ?? "") : ""}` });
    });
  });
}
