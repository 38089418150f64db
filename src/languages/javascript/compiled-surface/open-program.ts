import path from "node:path";
import type { SurfaceQuestion } from "../../../domain/contract/compiled-surface.js";
import { ts } from "../../compiler.js";

/** A compiled entry with an additional file, in which the contract's types were resolved. */
export type ProbedProgram = {
  readonly checker: ts.TypeChecker;
  readonly probe: ts.SourceFile;
  readonly exported: readonly ts.Symbol[];
  /** The types of each call; undefined for words that are no type here. */
  readonly calls: readonly {
    readonly inputs: readonly (ts.Type | undefined)[];
    readonly outputs: readonly (ts.Type | undefined)[];
  }[];
};

const ROOT = "/module";
const PROBE = `${ROOT}/factory-probe.ts`;

/** A function, so that the compiler is loaded only when there is something to compile. */
const compilerOptions = (): ts.CompilerOptions => ({
  allowJs: true,
  checkJs: true,
  noEmit: true,
  strict: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  resolveJsonModule: true,
  types: [],
  lib: ["lib.es2023.d.ts"],
});

export function openProgram({ entry, sources, creates, calls }: SurfaceQuestion): ProbedProgram {
  const names = creates.map((name) => name.replace(/\(\)$/, "")).filter((name) => /^[A-Za-z_$][\w$]*$/.test(name));
  const probeText = [
    `import type { ${names.join(", ")} } from "./${entry}";`,
    ...calls.flatMap(({ inputs, outputs }, call) => [
      ...inputs.map((words, place) => aliasFor(`Input${call}_${place}`, words)),
      ...outputs.map((words, place) => aliasFor(`Output${call}_${place}`, words)),
    ]),
  ].join("\n");
  const files = new Map(Object.entries(sources).map(([name, text]) => [`${ROOT}/${name}`, text]));
  files.set(PROBE, probeText);
  const program = ts.createProgram({
    rootNames: [PROBE, `${ROOT}/${entry}`],
    options: compilerOptions(),
    host: hostOf(files),
  });
  const checker = program.getTypeChecker();
  const probe = program.getSourceFile(PROBE);
  const source = program.getSourceFile(`${ROOT}/${entry}`);
  if (probe === undefined || source === undefined) throw new TypeError(`${entry} is not among the sources`);
  const module = checker.getSymbolAtLocation(source);
  const unresolved = program.getSemanticDiagnostics(probe).map(({ start = 0 }) => start);
  const typeOf = (alias: string): ts.Type | undefined => {
    const statement = probe.statements.find((node) => ts.isTypeAliasDeclaration(node) && node.name.text === alias);
    if (statement === undefined || !ts.isTypeAliasDeclaration(statement)) return undefined;
    if (unresolved.some((start) => start >= statement.pos && start < statement.end)) return undefined;
    return checker.getTypeAtLocation(statement.type);
  };
  return {
    checker,
    probe,
    exported: module === undefined ? [] : checker.getExportsOfModule(module),
    calls: calls.map(({ inputs, outputs }, call) => ({
      inputs: inputs.map((_, place) => typeOf(`Input${call}_${place}`)),
      outputs: outputs.map((_, place) => typeOf(`Output${call}_${place}`)),
    })),
  };
}

/** Words of a contract are often not a type ("a date of the form 2026-01-31"). Then nothing is declared for them. */
function aliasFor(name: string, words: string): string {
  const text = `type ${name} = ${words.replaceAll(/\s+/g, " ")};`;
  const parsed = ts.createSourceFile("alias.ts", text, ts.ScriptTarget.Latest, true);
  const { parseDiagnostics = [] } = parsed as ts.SourceFile & { readonly parseDiagnostics?: readonly ts.Diagnostic[] };
  return parseDiagnostics.length === 0 && parsed.statements.length === 1 ? text : "";
}

/** The language's own declarations are the same for every question. */
const LIBRARY_FILES = new Map<string, ts.SourceFile>();

/** Sees the given files and the language's own declarations, and nothing else of the machine. */
function hostOf(files: ReadonlyMap<string, string>): ts.CompilerHost {
  const library = path.dirname(ts.getDefaultLibFilePath({}));
  const readFile = (name: string) =>
    files.get(name) ?? (path.dirname(name) === library ? ts.sys.readFile(name) : undefined);
  return {
    readFile,
    fileExists: (name) => readFile(name) !== undefined,
    directoryExists: (name) => [...files.keys()].some((file) => file.startsWith(`${name}/`)),
    getDirectories: () => [],
    getSourceFile(name, options) {
      const known = LIBRARY_FILES.get(name);
      const text = known === undefined ? readFile(name) : undefined;
      if (text === undefined) return known;
      const source = ts.createSourceFile(name, text, options, true);
      if (!files.has(name)) LIBRARY_FILES.set(name, source);
      return source;
    },
    getDefaultLibFileName: () => path.join(library, "lib.es2023.d.ts"),
    getDefaultLibLocation: () => library,
    getCurrentDirectory: () => ROOT,
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => "\n",
    writeFile: () => {},
  };
}
