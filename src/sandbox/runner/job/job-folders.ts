import { mkdir, mkdtemp, realpath } from "node:fs/promises";
import path from "node:path";

/** The folders of one job, all below `root`, which is removed when the job ends. */
export type JobFolders = {
  readonly root: string;
  readonly workspace: string;
  readonly temp: string;
  readonly toolCache: string;
  readonly home: string;
  /** TMPDIR. The files that tools leave there are removed with the job. */
  readonly scratch: string;
};

/** The same layout as on GitHub: the workspace is `work/<repository>/<repository>`. */
export async function createJobFolders(tempRoot: string, repository: string): Promise<JobFolders> {
  const root = await realpath(await mkdtemp(path.join(tempRoot, "factory-job-")));
  const name = repository.split("/").at(-1) ?? repository;
  const folders: JobFolders = {
    root,
    workspace: path.join(root, "work", name, name),
    temp: path.join(root, "work", "_temp"),
    toolCache: path.join(root, "tools"),
    home: path.join(root, "home"),
    scratch: path.join(root, "tmp"),
  };
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true });
  return folders;
}
