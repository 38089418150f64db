import { createCodeIndex } from "../../code-index/code-index.js";
import { EmbedderUnavailable } from "../../code-index/embedder.js";
import { chooseEmbedder, hostedEmbedders } from "../../code-index/embeddings/choose-embedder.js";
import { createLocalEmbedder } from "../../code-index/embeddings/local-embedder.js";
import { createVectorFolder } from "../../code-index/embeddings/vector-folder.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { openRepository } from "../../git/open-repository.js";
import { GitMissing } from "../../git/run-git.js";
import { Env } from "../../server/env.js";
import { vectorRoot } from "../../server/start/open-code-indexes.js";
import { asksJson, complain } from "../complain.js";
import { EXIT, type ExitCode } from "../exit-code.js";
import { readFlags } from "../read-flags.js";
import { gitHubRemote } from "../repository/github-remote.js";
import { type IndexAtHead, indexAtHead } from "./index-at-head.js";
import { vectorFolderOf } from "./vector-folder-of.js";

const OPTIONS = { into: { type: "string" }, json: { type: "boolean" } } as const;
const ReindexEnv = Env.pick({ EMBEDDER_URL: true, EMBEDDER_API_KEY: true, CACHE_DIR: true });
type ReindexEnv = ReturnType<typeof ReindexEnv.parse>;

/** Computes every vector again, as after another embedding model (requirements.md#embedding-text). */
export async function runReindex(args: readonly string[]): Promise<ExitCode> {
  const json = asksJson(args);
  const flags = readFlags("reindex", args, { options: OPTIONS, positionals: true });
  if (!flags.ok) return complain("reindex", flags.refusal, { json });
  const { values, positionals } = flags.value;
  const [where = ".", ...more] = positionals;
  if (more.length > 0) {
    const message = `one repository at a time; ${more.join(" ")} is too much`;
    return complain("reindex", { code: "arguments", message }, { json });
  }
  const env = ReindexEnv.safeParse(process.env);
  if (!env.success) {
    const message = env.error.issues.map(({ path, message: words }) => `${path.join(".")} ${words}`).join("\n");
    return complain("reindex", { code: "environment", message }, { json });
  }
  const folder = await vectorFolderOf(values.into, vectorRoot(env.data.CACHE_DIR));
  if (!folder.ok) return complain("reindex", folder.refusal, { json });
  const opened = await open(where);
  if (!opened.ok) return complain("reindex", opened.refusal, { json });
  try {
    const index = await indexAtHead(opened.value.gitDirectory);
    const made = index.ok ? await vectorsInto(folder.value, index.value, env.data) : index;
    if (!made.ok) return complain("reindex", made.refusal, { json, exit: EXIT.failed });
    const result = { ...made.value, folder: folder.value };
    const { entries, model, dimensions } = result;
    const said = `${entries} ${entries === 1 ? "entry has its vector" : "entries have their vectors"} of ${model} (${dimensions} dimensions) in ${folder.value}`;
    process.stdout.write(`${json ? JSON.stringify(result, null, 2) : said}\n`);
    return EXIT.ok;
  } finally {
    await opened.value.close();
  }
}

async function open(where: string) {
  try {
    return await openRepository(where, null, gitHubRemote(process.env));
  } catch (error) {
    if (error instanceof GitMissing) return refuse("git-missing", error.message);
    throw error;
  }
}

async function vectorsInto(
  folder: string,
  { entries, config }: IndexAtHead,
  env: ReindexEnv,
): Promise<Outcome<{ readonly entries: number; readonly model: string; readonly dimensions: number }>> {
  const local = createLocalEmbedder();
  const embedder = chooseEmbedder(config.embedder, { local, hosted: hostedEmbedders(env) });
  // What is in the folder is made anew anyway.
  const cache = createVectorFolder({ folder, onUseless: () => undefined });
  try {
    if (!embedder.ok) return embedder;
    return accept(await createCodeIndex({ entries, embedder: embedder.value, cache }).reindex());
  } catch (error) {
    if (error instanceof EmbedderUnavailable) return refuse("embedder-unavailable", error.message);
    throw error;
  } finally {
    await local.stop();
  }
}
