import type { RoleFacts } from "../../context/sections/role-facts.js";
import { isNameable } from "../../context/workspace/closed-paths.js";
import { isSealedFor, type SealFacts } from "../../context/workspace/sealed-paths.js";
import type { BuiltModule } from "../../domain/plan/micro-plan.js";
import { loadGrammars } from "../../languages/grammars/load-grammars.js";
import { type Impact, joinImpacts, UNKNOWN_IMPACT } from "../../languages/impact.js";
import { isAbsent, type LanguageReader } from "../../languages/language-reader.js";
import { readerFor } from "../../languages/reader-for.js";
import { READERS } from "../../languages/readers.js";
import type { Tree } from "../reading/read-task.js";

/** A repository with more files is too large to read for one question, and the role is told so. */
const MAX_SOURCES = 2_000;

/** Code of languages without a reader here. Documents and data have no callers. */
const OTHER_CODE =
  /\.(?:pyi|go|rs|java|kt|kts|scala|groovy|rb|php|c|h|cc|cpp|cxx|hh|hpp|cs|fs|swift|m|mm|dart|lua|pl|pm|r|jl|ex|exs|erl|hs|ml|clj|sh|bash|sql|vue|svelte)$/i;

/**
 * The users of the code that a module will modify or delete (requirements.md#impact-analysis). For a module that only
 * creates files, nothing is read.
 */
export async function impactOf(
  seals: SealFacts,
  { files }: Pick<BuiltModule, "files">,
  tree: Pick<Tree, "entries" | "readMany">,
): Promise<Pick<RoleFacts, "impact">> {
  const changed = files.filter(({ action }) => action !== "CREATE").map(({ path }) => path);
  const analysable = READERS.filter(({ impact }) => !isAbsent(impact));
  // One language does not import another.
  const asked = analysable.map((reader) => ({
    reader,
    modified: changed.filter((path) => readerFor(path) === reader),
  }));
  const readable = asked.filter(({ modified }) => modified.length > 0);
  const notAnalysed = changed.filter(isNotAnalysed);
  if (readable.length + notAnalysed.length === 0) return {};
  const known = joinImpacts(
    await Promise.all(readable.map(({ reader, modified }) => analysed(reader, modified, tree, seals))),
  );
  return { impact: notAnalysed.length === 0 ? known : { ...known, notAnalysed } };
}

/** Code that nobody here analyses: of a language without a reader, or whose reader cannot tell who uses what. */
function isNotAnalysed(path: string): boolean {
  const reader = readerFor(path);
  return reader === undefined ? OTHER_CODE.test(path) : isAbsent(reader.impact);
}

async function analysed(
  reader: LanguageReader,
  modified: readonly string[],
  tree: Pick<Tree, "entries" | "readMany">,
  seals: SealFacts,
): Promise<Impact> {
  if (isAbsent(reader.impact)) return UNKNOWN_IMPACT;
  // What no workspace shows, such as scripts of workflows, is not told of here either.
  const paths = tree.entries
    .filter(isNameable)
    .map(({ path }) => path)
    .filter((path) => readerFor(path) === reader);
  if (paths.length > MAX_SOURCES) return { ...UNKNOWN_IMPACT, unread: paths.length };
  const [sources] = await Promise.all([tree.readMany(paths), loadGrammars([reader])]);
  // As the workspace has it: what this task's other modules create is closed, too, before it has shipped.
  return reader.impact({ modified, sources, isSealed: isSealedFor(seals) });
}
