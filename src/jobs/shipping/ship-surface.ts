import { callsOf } from "../../domain/contract/calls.js";
import type { CompiledSurface, SurfaceQuestion } from "../../domain/contract/compiled-surface.js";
import type { Contract } from "../../domain/contract/contract.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { ShipEvidence } from "../../features/shipping/ship-evidence.js";
import { type SurfaceReading, surfaceDimensions } from "../../features/shipping/surface-dimensions.js";
import { createSourceReader } from "../../languages/create-source-reader.js";
import { languageName } from "../../languages/language-name.js";
import { isAbsent } from "../../languages/language-reader.js";
import { readerFor, resolveImport } from "../../languages/reader-for.js";
import { withinBounds } from "../../languages/within-bounds.js";
import type { JobPorts } from "../../roles/reading/job-ports.js";
import type { TaskReading } from "../../roles/reading/read-task.js";

/** The surface of the entry against the contract, and what the evidence records of it. */
export type ShippedSurface = {
  readonly actual: SurfaceReading["actual"] | null;
  readonly missing: readonly string[];
  readonly evidence: NonNullable<ShipEvidence["surface"]>;
};

/** A module with more files than this is no micro module; the rest counts as unknown. */
const MAX_SOURCES = 200;

/**
 * Compiles the entry at the approved head. A language without a compiler here is reported as such, and judged by its
 * gates, and so is a command that exports nothing.
 */
export async function shippedSurface(
  { tree }: Pick<TaskReading, "tree">,
  contract: Contract,
  compile: JobPorts["surfaceOf"],
): Promise<Outcome<ShippedSurface>> {
  const { entry } = contract;
  if (contract.creates.length === 0) {
    const { actual, notJudged } = surfaceDimensions(contract, { exports: [], missing: [], functions: [] });
    return accept({ actual, missing: [], evidence: { compiler: null, exports: [], not_judged: [...notJudged] } });
  }
  const uncompiled = whyNotCompiled(entry);
  if (uncompiled !== undefined) {
    const why = `${languageName(entry)}: ${uncompiled}`;
    return accept({ actual: null, missing: [], evidence: { compiler: null, exports: [], not_judged: [why] } });
  }
  const sources = await sourcesFrom(tree, entry);
  if (sources[entry] === undefined) return refuse("entry-missing", `${entry} is not at the approved head`);
  const question: SurfaceQuestion = {
    entry,
    sources,
    creates: contract.creates,
    calls: callsOf(contract).map((call) => ({
      export: call.export,
      inputs: call.inputs.map(({ type }) => type),
      outputs: call.outputs.map(({ type }) => type),
    })),
  };
  const reader = readerFor(entry)?.compiledSurface;
  const readAtOnce = reader !== undefined && "surfaceOf" in reader ? reader.surfaceOf : undefined;
  const compiled = readAtOnce === undefined ? await compile(question) : accept(readAtOnce(question));
  if (!compiled.ok) return compiled;
  const { actual, notJudged } = surfaceDimensions(contract, compiled.value);
  return accept({ actual, missing: compiled.value.missing, evidence: evidenceOf(compiled.value, notJudged) });
}

function evidenceOf({ compiler, exports }: CompiledSurface, notJudged: readonly string[]): ShippedSurface["evidence"] {
  return { compiler, exports: exports.map((row) => ({ ...row })), not_judged: [...notJudged] };
}

/** The entry and its transitive imports in the repository. */
async function sourcesFrom(tree: TaskReading["tree"], entry: string): Promise<Record<string, string>> {
  const sources: Record<string, string> = {};
  const waiting = [entry];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (sources[path] !== undefined || Object.keys(sources).length >= MAX_SOURCES) continue;
    const text = await tree.read(path);
    if (text === undefined) continue;
    sources[path] = text;
    waiting.push(...importsOf(tree, path, text));
  }
  return sources;
}

/** Undefined where a compiler reads the file. */
function whyNotCompiled(path: string): string | undefined {
  const surface = readerFor(path)?.compiledSurface;
  if (surface === undefined) return "its signatures are not compiled here; gate 2 found the promised exports";
  return isAbsent(surface) ? surface.none : undefined;
}

function importsOf({ blobs }: TaskReading["tree"], path: string, text: string): string[] {
  if (whyNotCompiled(path) !== undefined) return [];
  const reader = createSourceReader({
    has: (candidate) => candidate === path,
    read: (candidate) => (candidate === path ? text : undefined),
  });
  const imports = withinBounds(() => (reader.problems(path).length > 0 ? [] : reader.imports(path))) ?? [];
  const has = (candidate: string) => blobs.has(candidate);
  return imports.flatMap(({ specifier }) => resolveImport(path, specifier, { has }) ?? []);
}
