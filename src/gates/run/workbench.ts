import { chmod, mkdir, mkdtemp, readdir, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { copyAll, emptyFolder, makeFoldersBelow, removeAll, removeBelow, writeBelow } from "./bench-files.js";
import { candidateEnvironment, WITHOUT_NETWORK } from "./candidate-environment.js";
import { type Confinement, confine } from "./confine.js";
import { readReportFile } from "./report-files.js";
import { type CommandLimits, type CommandRun, runCommand } from "./run-command.js";
import { changedBetween, trackedFiles } from "./tracked-files.js";

/** A commit or tree to work on, and the repository of its objects. */
export type Snapshot = {
  readonly gitDir: string;
  readonly tree: string;
  /** Another folder of objects, if the tree is a merge of two repositories. */
  readonly objects?: string;
};

/** The settings that all benches of a run share. */
export type BenchSettings = {
  readonly confinement: Confinement;
  /** The job's environment. Only its search path and tool folders are used. */
  readonly jobEnv: NodeJS.ProcessEnv;
  readonly presetsFolder: string;
  readonly limits: CommandLimits;
  /** The deadline of the whole run, by `performance.now()`: the job ends soon after it, with or without a report. */
  readonly deadline?: number;
  /** 16 unguessable hexadecimal digits. */
  readonly randomId: () => string;
};

/** A copy of one tree in which commands run. Changes are undone before the next command. */
export type Workbench = {
  readonly folder: string;
  /** Every file as it was when set-up was done, in the work folder and in the home folder; every stray file gone. */
  readonly restore: () => Promise<void>;
  /** Notes how the judged files are, and tells which of them were changed since, also if they were put back. */
  readonly watch: () => Promise<() => Promise<readonly string[]>>;
  /** The ids of all canaries that were placed here. */
  readonly canaries: Set<string>;
  readonly write: (file: string, text: string) => Promise<void>;
  readonly remove: (file: string) => Promise<void>;
  readonly run: (script: string, options?: { readonly network?: boolean }) => Promise<CommandRun>;
  /** From now on, installed packages are read-only. */
  readonly sealInstalled: () => Promise<void>;
  /** A path for a report, unknown to earlier commands. */
  readonly newReport: () => Promise<string>;
  readonly readReports: (where: string) => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
};

/** Where set-up puts packages, relative to the work folder and to the home folder. */
const INSTALLED = { work: ["node_modules"], home: ["venv"] };
/** Tools write caches among the packages. These folders are empty for every command. */
const CACHES = ["node_modules/.cache", "node_modules/.vite", "node_modules/.vite-temp"];

export async function openWorkbench(snapshot: Snapshot, settings: BenchSettings): Promise<Workbench> {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), "factory-bench-")));
  const [folder, home, out] = ["work", "home", "out"].map((name) => path.join(root, name)) as [string, string, string];
  const isShared = isForAnotherUser(settings.confinement);
  // The root stays closed to other users. Confinement shows the candidate only the folders inside.
  const makeFolder = async (each: string) => {
    await mkdir(each, { recursive: true });
    if (isShared) await chmod(each, 0o777);
  };
  const isConfined = settings.confinement.kind !== "none";
  // With confinement, /tmp is the command's own and disappears with it. Without, its content disappears with the bench.
  const temporary = isConfined ? "/tmp" : path.join(root, "tmp");
  for (const each of [folder, home, out, ...(isConfined ? [] : [temporary])]) await makeFolder(each);
  // Until set-up is done, whatever it installs stays. Afterwards it is what was sealed: the rest may be planted.
  let seals: Seals = INSTALLED;
  let written: readonly string[] = [];
  const tree = trackedFiles(snapshot, { folder, index: path.join(root, "index"), isShared, kept: () => seals.work });
  const saved = savedFiles(root);
  const restore = async () => {
    await tree.restore();
    await emptyFolder(home, seals.home);
    await saved.putBack();
    written = [];
  };
  const { env, readable } = candidateEnvironment(settings.jobEnv, { home, temporary });
  const installed: { sealed: readonly string[]; scratch: readonly string[] } = { sealed: [], scratch: [] };
  await tree.readTree();
  await tree.restore();
  return {
    folder,
    restore,
    async watch() {
      const before = await tree.stamps(written);
      return async () => changedBetween(before, await tree.stamps(written));
    },
    canaries: new Set(),
    async write(file, text) {
      await writeBelow(folder, file, { text, isShared });
      written = [...written, file];
    },
    remove: (file) => removeBelow(folder, file),
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
      seals = { work: await realFolders(folder, INSTALLED.work), home: await realFolders(home, INSTALLED.home) };
      const sealed = [
        ...seals.work.map((name) => path.join(folder, name)),
        ...seals.home.map((name) => path.join(home, name)),
      ];
      const caches = CACHES.filter((cache) => seals.work.some((name) => cache.startsWith(`${name}/`)));
      for (const cache of caches) await makeFoldersBelow(folder, cache);
      Object.assign(installed, { sealed, scratch: caches.map((cache) => path.join(folder, cache)) });
      const others = (await readdir(home)).filter((name) => !seals.home.includes(name));
      await saved.save({ work: await tree.ignored(), home: others });
    },
    async newReport() {
      const place = path.join(out, settings.randomId());
      await makeFolder(place);
      return path.join(place, "report");
    },
    readReports: (where) => readReportFile(folder, where),
    close: () => removeAll(root),
  };
}

/** Names of folders that a command of the candidate can only read, in the work folder and in the home folder. */
type Seals = { readonly work: readonly string[]; readonly home: readonly string[] };

/** Copies of what set-up left and later commands may change: tools' downloads, what it generated. */
function savedFiles(root: string) {
  const store = path.join(root, "saved");
  let saved: Seals = { work: [], home: [] };
  const all = () => [...saved.work.map((name) => `work/${name}`), ...saved.home.map((name) => `home/${name}`)];
  const copyEach = async (from: string, to: string) => {
    for (const name of all()) {
      await makeFoldersBelow(to, path.dirname(name));
      await removeAll(path.join(to, name));
      await copyAll(path.join(from, name), path.join(to, name));
    }
  };
  return {
    async save(names: Seals) {
      saved = names;
      await mkdir(store, { recursive: true });
      await copyEach(root, store);
    },
    putBack: () => copyEach(store, root),
  };
}

/** Those of these names that are folders there, and no links. */
async function realFolders(folder: string, names: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    names.map((name) =>
      realpath(path.join(folder, name)).then(
        (real) => (real === path.join(folder, name) ? [name] : []),
        () => [],
      ),
    ),
  );
  return found.flat();
}

/** Whether the candidate runs as another user, who must be able to work in the bench. */
function isForAnotherUser(confinement: Confinement): boolean {
  return confinement.kind === "namespaces" && confinement.user.uid !== process.getuid?.();
}
