import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { type DeflateOptions, type Zippable, zip } from "fflate";
import { z } from "zod";
import { failed, type StepEnd, type StepWork, succeeded } from "../job/job-context.js";
import { findUploadFiles, type UploadFiles } from "./find-upload-files.js";
import { BooleanText, CountText, readInputs } from "./stand-in-inputs.js";

const ArtifactName = z.string().regex(/^[^":<>|*?\r\n\\/]+$/, 'must not contain " : < > | * ? \\ / or a line break');

const UploadInputs = z.strictObject({
  name: ArtifactName.default("artifact"),
  path: z.string(),
  "if-no-files-found": z.enum(["warn", "error", "ignore"]).default("warn"),
  "retention-days": CountText.optional(),
  "compression-level": z.enum(["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]).default("6"),
  overwrite: BooleanText.default("false"),
  "include-hidden-files": BooleanText.default("false"),
});
type UploadInputs = z.infer<typeof UploadInputs>;

/** Replaces actions/upload-artifact: it selects the same files, zips them and gives the archive to the host. */
export async function uploadArtifact(work: StepWork, given: Readonly<Record<string, string>>): Promise<StepEnd> {
  const inputs = readInputs("actions/upload-artifact", UploadInputs, given);
  if (!inputs.ok) return failed(work, inputs.refusal.message);
  const { folders } = work.job;
  const found = await findUploadFiles({
    patterns: inputs.value.path,
    workspace: folders.workspace,
    boundary: folders.root,
    hidden: inputs.value["include-hidden-files"] === "true",
  });
  if (!found.ok) return failed(work, `actions/upload-artifact: ${found.refusal.message}`);
  if (found.value.files.length === 0) return nothingFound(work, inputs.value);
  return store(work, inputs.value, found.value);
}

function nothingFound(work: StepWork, inputs: UploadInputs): StepEnd {
  const message = `No files were found with the provided path: ${inputs.path}. No artifacts will be uploaded.`;
  if (inputs["if-no-files-found"] === "error") return failed(work, message);
  if (inputs["if-no-files-found"] === "warn") work.console.annotate("warning", message);
  else work.console.print(message);
  return succeeded();
}

async function store(work: StepWork, inputs: UploadInputs, found: UploadFiles): Promise<StepEnd> {
  const { job, console } = work;
  const sizes = await Promise.all(found.files.map(async (file) => (await stat(file)).size));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total > job.machine.artifactBytes) {
    return failed(work, `actions/upload-artifact: ${total} bytes; an artifact may have ${job.machine.artifactBytes}`);
  }
  const archive = await compress(found, Number(inputs["compression-level"]) as DeflateOptions["level"]);
  const days = Number(inputs["retention-days"] ?? "0");
  const stored = await job.host.storeArtifact({
    run: job.facts.run.id,
    name: inputs.name,
    zip: archive,
    ...(days > 0 ? { retentionDays: days } : {}),
    overwrite: inputs.overwrite === "true",
  });
  if (!stored.ok) return failed(work, `actions/upload-artifact: ${stored.refusal.message}`);
  console.print(`Artifact ${inputs.name} has been uploaded: ${found.files.length} files, ${archive.length} bytes`);
  const { server } = job.host.urls;
  const { facts } = job;
  return succeeded({
    "artifact-id": String(stored.value.id),
    "artifact-url": `${server}/${facts.repository.fullName}/actions/runs/${facts.run.id}/artifacts/${stored.value.id}`,
    "artifact-digest": createHash("sha256").update(archive).digest("hex"),
  });
}

async function compress({ root, files }: UploadFiles, level: DeflateOptions["level"]): Promise<Uint8Array> {
  const entries: Zippable = {};
  for (const file of files) {
    const name = path.relative(root, file).split(path.sep).join("/");
    entries[name] = new Uint8Array(await readFile(file));
  }
  return new Promise((resolve, reject) => {
    zip(entries, { level: level ?? 6 }, (error, archive) => (error === null ? resolve(archive) : reject(error)));
  });
}
