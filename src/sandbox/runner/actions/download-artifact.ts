import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { unzipSync } from "fflate";
import { z } from "zod";
import type { StoredArtifact } from "../host.js";
import { failed, type StepEnd, type StepWork, succeeded } from "../job/job-context.js";
import { isBelow, staysInside } from "../job/stays-inside.js";
import { readInputs } from "./stand-in-inputs.js";

const DownloadInputs = z.strictObject({ name: z.string().optional(), path: z.string().default(".") });

/** Replaces actions/download-artifact for artifacts of the same run: one by name, or all in separate folders. */
export async function downloadArtifact(work: StepWork, given: Readonly<Record<string, string>>): Promise<StepEnd> {
  const inputs = readInputs("actions/download-artifact", DownloadInputs, given);
  if (!inputs.ok) return failed(work, inputs.refusal.message);
  const { name } = inputs.value;
  const folder = path.resolve(work.job.folders.workspace, inputs.value.path);
  const stored = await work.job.host.listArtifacts(work.job.facts.run.id);
  const requested = name === undefined ? stored : stored.filter((artifact) => artifact.name === name);
  if (name !== undefined && requested.length === 0) {
    return failed(work, `actions/download-artifact: this run has no artifact named ${name}`);
  }
  for (const artifact of requested) {
    const problem = await extract(work, artifact, name === undefined ? path.join(folder, artifact.name) : folder);
    if (problem !== undefined) return failed(work, `actions/download-artifact: ${problem}`);
  }
  return succeeded({ "download-path": folder });
}

/** Returns the problem, if any. An entry that would leave the folder stops the step before any byte is written. */
async function extract(work: StepWork, artifact: StoredArtifact, folder: string): Promise<string | undefined> {
  const entries = Object.entries(unzipSync(await work.job.host.readArtifact(artifact.id)));
  const files = entries
    .filter(([name]) => !name.endsWith("/"))
    .map(([name, content]) => [path.resolve(folder, name), content] as const);
  for (const [file] of files) {
    const isSafe = isBelow(folder, file) && (await staysInside(work.job.folders.root, file));
    if (!isSafe) return `${artifact.name} has an entry that would be written outside ${folder}: ${file}`;
  }
  for (const [file, content] of files) {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  work.console.print(`Artifact ${artifact.name} has been downloaded to ${folder}: ${files.length} files`);
  return undefined;
}
