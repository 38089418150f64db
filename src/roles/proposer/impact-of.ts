import type { RoleFacts } from "../../context/sections/role-facts.js";
import { isNameable } from "../../context/workspace/closed-paths.js";
import { isSealedFor, type SealFacts } from "../../context/workspace/sealed-paths.js";
import type { BuiltModule } from "../../domain/plan/micro-plan.js";
import { type Impact, type ImpactQuestion, joinImpacts, UNKNOWN_IMPACT } from "../../languages/impact.js";
import { analyseScriptImpact } from "../../languages/javascript/surface/script-impact.js";
import { isScript } from "../../languages/javascript/surface/with-script.js";
import { analysePythonImpact } from "../../languages/python/surface/python-impact.js";
import { isPython } from "../../languages/python/surface/with-python.js";
import type { Tree } from "../reading/read-task.js";

/** Beyond this a repository is too large to be read for one question, and the role is told so. */
const MAX_SOURCES = 2_000;

/** Code of languages that have no reader here. Documents and data have no callers. */
const OTHER_CODE =
  /\.(?:pyi|go|rs|java|kt|kts|scala|groovy|rb|php|c|h|cc|cpp|cxx|hh|hpp|cs|fs|swift|m|mm|dart|lua|pl|pm|r|jl|ex|exs|erl|hs|ml|clj|sh|bash|sql|vue|svelte)$/i;

type Reader = {
  readonly reads: (path: string) => boolean;
  readonly analyse: (question: ImpactQuestion) => Promise<Impact>;
};

/** One language does not import another. */
const READERS: readonly Reader[] = [
  { reads: isScript, analyse: analyseScriptImpact },
  { reads: isPython, analyse: analysePythonImpact },
];

/**
 * Who uses the code that a module is about to modify or delete (requirements.md#impact-analysis). A module that only creates is
 * told nothing, and nothing is read for it.
 */
export async function impactOf(
  seals: SealFacts,
  { files }: Pick<BuiltModule, "files">,
  tree: Pick<Tree, "entries" | "readMany">,
): Promise<Pick<RoleFacts, "impact">> {
  const changed = files.filter(({ action }) => action !== "CREATE").map(({ path }) => path);
  const asked = READERS.map((reader) => ({ ...reader, modified: changed.filter(reader.reads) }));
  const readable = asked.filter(({ modified }) => modified.length > 0);
  const notAnalysed = changed.filter((path) => OTHER_CODE.test(path));
  if (readable.length + notAnalysed.length === 0) return {};
  const known = joinImpacts(
    await Promise.all(readable.map(({ modified, ...reader }) => analysed(seals, modified, tree, reader))),
  );
  return { impact: notAnalysed.length === 0 ? known : { ...known, notAnalysed } };
}

async function analysed(
  seals: SealFacts,
  modified: readonly string[],
  tree: Pick<Tree, "entries" | "readMany">,
  { reads, analyse }: Reader,
): Promise<Impact> {
  // What no workspace shows, such as scripts of workflows, is not told of here either.
  const paths = tree.entries
    .filter(isNameable)
    .map(({ path }) => path)
    .filter(reads);
  if (paths.length > MAX_SOURCES) return { ...UNKNOWN_IMPACT, unread: paths.length };
  const sources = await tree.readMany(paths);
  // As the workspace has it: what this task's other modules create is closed, too, before it has shipped.
  return analyse({ modified, sources, isSealed: isSealedFor(seals) });
}
