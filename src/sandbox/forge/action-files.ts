/** Files that runs leave beside the state: zipped artifacts and the logs of jobs. */

import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { hasCode } from "../../domain/errors.js";

/** One line of a job's log. */
export const LogLine = z.object({ step: z.number(), at: z.string(), line: z.string() });
export type LogLine = z.infer<typeof LogLine>;

export type ActionFiles = {
  writeArtifact(id: number, zip: Uint8Array): Promise<void>;
  readArtifact(id: number): Promise<Uint8Array>;
  removeArtifact(id: number): Promise<void>;
  writeLog(jobId: number, lines: readonly LogLine[]): Promise<void>;
  /** Undefined for a job without a log. */
  readLog(jobId: number): Promise<readonly LogLine[] | undefined>;
  /** A separate folder for an action's files. */
  actionFolder(name: string): string;
};

export function openActionFiles(directory: string): ActionFiles {
  const artifact = (id: number) => join(directory, "artifacts", `${id}.zip`);
  const log = (id: number) => join(directory, "logs", `${id}.json`);
  const write = async (file: string, content: string | Uint8Array) => {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  };
  return {
    writeArtifact: (id, zip) => write(artifact(id), zip),
    readArtifact: (id) => readFile(artifact(id)),
    removeArtifact: (id) => rm(artifact(id), { force: true }),
    writeLog: (id, lines) => write(log(id), JSON.stringify(lines)),
    async readLog(id) {
      try {
        return z.array(LogLine).parse(JSON.parse(await readFile(log(id), "utf8")));
      } catch (error) {
        if (hasCode(error, "ENOENT")) return undefined;
        throw error;
      }
    },
    actionFolder: (name) => join(directory, "uses", name),
  };
}
