import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { candidateEnvironment, WITHOUT_NETWORK } from "./candidate-environment.js";
import { type Confinement, confine } from "./confine.js";
import { git } from "./git.js";
import { readReportFile } from "./report-files.js";
import { type CommandLimits, type CommandRun, runCommand } from "./run-command.js";

/** A commit or tree to work on, and where its objects are. */
export type Snapshot = {
  readonly gitDir: string;
  readonly tree: string;
  /** Another folder of objects that the tree refers to, when it is a merge of two repositories. */
  readonly objects?: string;
};

/** What every bench of a run has in common. */
export type BenchSettings = {
  readonly confinement: Confinement;
  /** The job's environment; only its search path and tool folders are taken from it. */
  readonly jobEnv: NodeJS.ProcessEnv;
  readonly presetsFolder: string;
  readonly limits: CommandLimits;
  /** When the run as a whole must be over, by `performance.now()`: the job ends soon after, report or no report. */
  readonly deadline?: number;
  /** 16 hexadecimal digits that nobody can know beforehand. */
  readonly randomId: () => string;
};

/** A copy of one tree in which commands run. What they change is put back before the next one. */
export type Workbench = {
  readonly folder: string;
  /** Every tracked file as it was, every stray file gone; what set-up installed stays. */
  readonly restore: () => Promise<void>;
  /** Ids of the canaries that were ever placed here. */
  readonly canaries: Set<string>;
  readonly write: (file: string, text: string) => Promise<void>;
  readonly remove: (file: string) => Promise<void>;
  readonly run: (script: string, options?: { readonly network?: boolean }) => Promise<CommandRun>;
  /** From now on, installed packages can only be read. */
  readonly sealInstalled: () => Promise<void>;
  /** A place for a report that no earlier command has seen. */
  readonly newReport: () => Promise<string>;
  readonly readReports: (where: string) => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
};

/** Where set-up puts packages, relative to the work folder and to the home folder. */
const INSTALLED = { work: ["node_modules"], home: ["venv"] };
/** Tools write caches among the packages; these are empty for every command. */
const CACHES = ["node_modules/.cache", "node_modules/.vite", "node_modules/.vite-temp"];

export async function openWorkbench(snapshot: Snapshot, settings: BenchSettings): Promise<Workbench> {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), "factory-bench-")));
  const [folder, home, out] = ["work", "home", "out"].map((name) => path.join(root, name)) as [string, string, string];
  const isShared = isForAnotherUser(settings.confinement);
  // The root stays closed to everybody else on this machine; confinement shows the candidate the folders inside it.
  const makeFolder = async (each: string) => {
    await mkdir(each, { recursive: true });
    if (isShared) await chmod(each, 0o777);
  };
  const isConfined = settings.confinement.kind !== "none";
  // Confined, /tmp is the command's own and goes with it; without that, what it leaves goes with the bench.
  const temporary = isConfined ? "/tmp" : path.join(root, "tmp");
  for (const each of [folder, home, out, ...(isConfined ? [] : [temporary])]) await makeFolder(each);
  const tree = trackedFiles(snapshot, { folder, index: path.join(root, "index"), isShared });
  const { env, readable } = candidateEnvironment(settings.jobEnv, { home, temporary });
  const installed: { sealed: readonly string[]; scratch: readonly string[] } = { sealed: [], scratch: [] };
  await tree.readTree();
  await tree.restore();
  return {
    folder,
    restore: tree.restore,
    canaries: new Set(),
    async write(file, text) {
      const place = path.join(folder, file);
      await mkdir(path.dirname(place), { recursive: true });
      await writeFile(place, text);
      if (isShared) await chmod(place, 0o666);
    },
    remove: (file) => rm(path.join(folder, file), { force: true }),
    async run(script, { network = false } = {}) {
      const left = (settings.deadline ?? Number.POSITIVE_INFINITY) - performance.now();
      const limits = { ...settings.limits, timeMs: Math.max(1_000, Math.min(settings.limits.timeMs, left)) };
      const command = confine(settings.confinement, {
        script,
        cwd: folder,
        writable: [home, out],
        readable: [...readable, settings.presetsFolder],
        ...installed,
        env: network ? env : { ...env, ...WITHOUT_NETWORK },
        network,
        timeMs: limits.timeMs,
      });
      return runCommand(command, { cwd: folder, folders: [folder, home, out], limits });
    },
    async sealInstalled() {
      const candidates = [
        ...INSTALLED.work.map((name) => path.join(folder, name)),
        ...INSTALLED.home.map((name) => path.join(home, name)),
      ];
      const sealed = await existing(candidates);
      const caches = CACHES.map((name) => path.join(folder, name));
      const scratch = caches.filter((cache) => sealed.some((seal) => cache.startsWith(`${seal}/`)));
      for (const cache of scratch) await mkdir(cache, { recursive: true });
      Object.assign(installed, { sealed, scratch });
    },
    async newReport() {
      const place = path.join(out, settings.randomId());
      await makeFolder(place);
      return path.join(place, "report");
    },
    readReports: (where) => readReportFile(folder, where),
    close: () => rm(root, { recursive: true, force: true }),
  };
}

/** Git knows its files by size and change time, so restoring costs what was changed. Its index is out of reach. */
function trackedFiles(
  { gitDir, tree, objects }: Snapshot,
  { folder, index, isShared }: { readonly folder: string; readonly index: string; readonly isShared: boolean },
) {
  const alternates = objects === undefined ? {} : { GIT_ALTERNATE_OBJECT_DIRECTORIES: objects };
  const env = { GIT_INDEX_FILE: index, GIT_WORK_TREE: folder, ...alternates };
  const options = { cwd: folder, env, forEverybody: isShared };
  const kept = INSTALLED.work.map((name) => `--exclude=/${name}`);
  return {
    readTree: () => git(gitDir, ["read-tree", tree], options),
    async restore(): Promise<void> {
      await git(gitDir, ["checkout-index", "--all", "--force", "--index", "--quiet"], options);
      // Twice forced: a repository that the candidate made is a stray, too. Ignored files are what tools leave.
      await git(gitDir, ["clean", "-ffd", "--quiet", ...kept], options);
    },
  };
}

async function existing(folders: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    folders.map((folder) =>
      realpath(folder).then(
        (real) => (real === folder ? [folder] : []),
        () => [],
      ),
    ),
  );
  return found.flat();
}

/** Whether the candidate is somebody else than whoever fills the bench, and must be able to work there all the same. */
function isForAnotherUser(confinement: Confinement): boolean {
  return confinement.kind === "namespaces" && confinement.user.uid !== process.getuid?.();
}
