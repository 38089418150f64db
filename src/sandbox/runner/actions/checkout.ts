import { mkdir } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { cancelled, failed, type StepEnd, type StepWork, succeeded } from "../job/job-context.js";
import { removeTree } from "../job/remove-tree.js";
import { staysInside } from "../job/stays-inside.js";
import { type CheckoutTarget, checkoutTarget, fetches } from "./checkout-refs.js";
import { createGit, type Git, GitFailed } from "./git.js";
import { BooleanText, CountText, readInputs } from "./stand-in-inputs.js";

const CheckoutInputs = z.strictObject({
  repository: z
    .string()
    .regex(/^[\w.-]+\/[\w.-]+$/, "must be owner/name")
    .optional(),
  ref: z.string().optional(),
  path: z.string().default("."),
  token: z.string().optional(),
  "fetch-depth": CountText.default("1"),
  "fetch-tags": BooleanText.default("false"),
  "persist-credentials": BooleanText.default("true"),
});
type CheckoutInputs = z.infer<typeof CheckoutInputs>;

/** Replaces actions/checkout: real git from the host, with the job's token. */
export async function checkout(work: StepWork, given: Readonly<Record<string, string>>): Promise<StepEnd> {
  const inputs = readInputs("actions/checkout", CheckoutInputs, given);
  if (!inputs.ok) return failed(work, inputs.refusal.message);
  const { workspace } = work.job.folders;
  const folder = path.resolve(workspace, inputs.value.path);
  if (!(await staysInside(workspace, folder))) {
    return failed(work, `actions/checkout: the path ${inputs.value.path} is not under ${workspace}`);
  }
  // The real action also removes everything that was there before.
  await removeTree(folder);
  await mkdir(folder, { recursive: true });
  try {
    return await fetchInto(folder, inputs.value, work);
  } catch (error) {
    if (!(error instanceof GitFailed)) throw error;
    return error.stopped ? cancelled() : failed(work, `actions/checkout: ${error.message}`);
  }
}

async function fetchInto(folder: string, inputs: CheckoutInputs, work: StepWork): Promise<StepEnd> {
  const { job, console } = work;
  const repository = inputs.repository ?? job.facts.repository.fullName;
  const url = job.host.cloneUrl(repository);
  const token = inputs.token ?? job.token;
  const basic = Buffer.from(`x-access-token:${token}`).toString("base64");
  job.masker.add(token);
  job.masker.add(basic);
  const header = `http.${new URL("/", asUrl(url)).href}.extraheader`;
  const credentials = { [header]: `AUTHORIZATION: basic ${basic}` };
  const git = createGit(work, folder, { ...credentials, "gc.auto": "0" });
  console.print(`Syncing repository: ${repository}`);
  await git("init", "--quiet", "--template=", ".");
  await git("remote", "add", "origin", url);
  const target = checkoutTarget(inputs.ref ?? "", repository === job.facts.repository.fullName ? job.facts : undefined);
  const resolved = { ref: await qualify(git, target), commit: target.commit };
  await fetch(git, resolved, inputs);
  await git("checkout", "--quiet", "--force", ...startPoint(resolved));
  if (inputs["persist-credentials"] === "true") {
    for (const [name, value] of Object.entries(credentials)) await git("config", "--local", name, value);
  }
  const commit = (await git("rev-parse", "HEAD")).find((line) => /^[0-9a-f]{40}$/.test(line)) ?? "";
  console.print(`HEAD is now at ${commit}`);
  return succeeded({ ref: inputs.ref ?? resolved.ref, commit });
}

async function fetch(git: Git, target: CheckoutTarget, inputs: CheckoutInputs): Promise<void> {
  const all = inputs["fetch-depth"] === "0";
  const tags = inputs["fetch-tags"] === "true";
  const depth = all ? [] : [`--depth=${inputs["fetch-depth"]}`];
  for (const refspecs of fetches(target, { all, tags })) {
    await git("fetch", "--quiet", "--no-tags", "--no-recurse-submodules", ...depth, "origin", ...refspecs);
  }
}

/** A branch is checked out as a branch. Everything else is a detached head. */
function startPoint({ ref, commit }: CheckoutTarget): string[] {
  const branch = /^refs\/heads\/(.+)$/.exec(ref)?.[1];
  if (branch !== undefined) return ["-B", branch, `refs/remotes/origin/${branch}`];
  return [commit === "" ? ref : commit];
}

/**
 * The full name of a ref. For a short name, a branch comes before a tag; without a name, the default branch is used.
 */
async function qualify(git: Git, { ref, commit }: CheckoutTarget): Promise<string> {
  if (commit !== "" || ref.startsWith("refs/")) return ref;
  const requested = ref === "" ? ["HEAD"] : [`refs/heads/${ref}`, `refs/tags/${ref}`];
  const lines = await git("ls-remote", "--symref", "origin", ...requested);
  const head = lines.map((line) => /^ref: (\S+)\s+HEAD$/.exec(line)?.[1]).find((name) => name !== undefined);
  const names = lines.map((line) => line.split(/\s+/)[1]);
  const found = ref === "" ? head : requested.find((name) => names.includes(name));
  if (found !== undefined) return found;
  const what =
    ref === "" ? "the repository has no default branch" : `a branch or tag with the name '${ref}' could not be found`;
  throw new GitFailed(what, false);
}

/** A local folder accepts no header. Here the URL is only a key for the setting. */
function asUrl(url: string): string {
  return /^https?:\/\//.test(url) ? url : "http://localhost";
}
