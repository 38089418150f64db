import type {
  Agreement,
  CompiledFunction,
  CompiledParameter,
  CompiledSurface,
  SurfaceQuestion,
} from "../../../domain/contract/compiled-surface.js";
import { ts } from "../../compiler.js";
import { openProgram, type ProbedProgram } from "./open-program.js";

/** Longer types are cut: nobody would read more. */
const MAX_WORDS = 1_000;

/** The entry's exports as TypeScript sees them, JavaScript with JSDoc comments included. No code is run. */
export function compileSurface(question: SurfaceQuestion): CompiledSurface {
  const program = openProgram(question);
  const { checker, exported } = program;
  const requested = [...new Set(question.creates.map((name) => name.replace(/\(\)$/, "")))];
  const found = new Map(exported.map((symbol) => [symbol.getName(), symbol]));
  const missing = requested.filter((name) => !found.has(name.split(/\.|::/)[0] ?? name));
  return {
    compiler: `typescript ${ts.version}`,
    exports: exported.map((symbol) => ({ name: symbol.getName(), signature: wordsOf(program, symbol) })),
    missing,
    functions: question.calls.map((call, place) => {
      const named = new Set(question.calls.flatMap(({ export: name }) => name ?? []));
      const candidates = requested.filter((name) => (call.export === null ? !named.has(name) : call.export === name));
      const symbols = candidates.flatMap((name) => found.get(name) ?? []).map((symbol) => resolved(checker, symbol));
      return missing.length > 0 ? null : theFunction(program, symbols, place);
    }),
  };
}

/** The one function among these exports, if it is one with one signature. */
function theFunction(program: ProbedProgram, symbols: readonly ts.Symbol[], call: number): CompiledFunction | null {
  const isClass = symbols.some((symbol) => (symbol.flags & ts.SymbolFlags.Class) !== 0);
  const [only, ...others] = symbols.filter((symbol) => callsOf(program, symbol).length > 0);
  const [signature, ...overloads] = only === undefined ? [] : callsOf(program, only);
  const isOne = others.length + overloads.length === 0 && !isClass;
  if (only === undefined || signature === undefined || !isOne) return null;
  return describe(program, only.getName(), { signature, promised: program.calls[call] ?? NOTHING_PROMISED });
}

const NOTHING_PROMISED = { inputs: [], outputs: [] };

function resolved(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
}

function callsOf({ checker, probe }: ProbedProgram, symbol: ts.Symbol): readonly ts.Signature[] {
  if ((symbol.flags & ts.SymbolFlags.Value) === 0) return [];
  return checker.getTypeOfSymbolAtLocation(symbol, probe).getCallSignatures();
}

function wordsOf({ checker, probe }: ProbedProgram, symbol: ts.Symbol): string {
  const target = resolved(checker, symbol);
  const type =
    (target.flags & ts.SymbolFlags.Value) === 0
      ? checker.getDeclaredTypeOfSymbol(target)
      : checker.getTypeOfSymbolAtLocation(target, probe);
  return shown(checker, type);
}

function shown(checker: ts.TypeChecker, type: ts.Type): string {
  return checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation).slice(0, MAX_WORDS);
}

function describe(
  { checker, probe }: ProbedProgram,
  name: string,
  { signature, promised: { inputs, outputs } }: { signature: ts.Signature; promised: ProbedProgram["calls"][number] },
): CompiledFunction {
  const parameters = signature.getParameters().map((symbol, place): CompiledParameter => {
    const declaration = symbol.valueDeclaration;
    // A JavaScript function that uses `arguments` takes parameters without declaring them.
    if (declaration === undefined || !ts.isParameter(declaration)) return undeclared(symbol.getName());
    const type = checker.getTypeOfSymbolAtLocation(symbol, probe);
    const typed = declaration.type !== undefined || ts.getJSDocType(declaration) !== undefined;
    const isPlain = ts.isIdentifier(declaration.name);
    const isRest = declaration.dotDotDotToken !== undefined;
    const comparable = typed || (isPlain && declaration.initializer !== undefined);
    return {
      name: isPlain ? symbol.getName() : null,
      type: shown(checker, type),
      typed,
      optional: isRest || declaration.initializer !== undefined || checker.isOptionalParameter(declaration),
      accepts: comparable && !isRest ? agrees(checker, inputs[place], type, { certain: typed }) : "unknown",
      parts: ts.isObjectBindingPattern(declaration.name) ? namesIn(declaration.name) : partsOf(checker, type),
      roomy: !isPrimitive(type),
      rest: isRest,
    };
  });
  const returned = signature.getReturnType();
  const awaited = checker.getAwaitedType(returned) ?? returned;
  const written = signature.getDeclaration();
  const certain = written.type !== undefined || ts.getJSDocReturnType(written) !== undefined;
  const [output] = outputs;
  const compared = output !== undefined && isPromised(output) === "yes" ? returned : awaited;
  return {
    name,
    parameters,
    returns: {
      type: shown(checker, returned),
      promised: isPromised(returned),
      gives: agrees(checker, compared, output, { certain }),
      parts: partsOf(checker, awaited),
    },
  };
}

function undeclared(name: string): CompiledParameter {
  const type = "any[]";
  return { name, type, typed: false, optional: true, accepts: "unknown", parts: null, roomy: true, rest: true };
}

/**
 * Whether one type is assignable to the other. A type without an annotation was inferred, so only types without
 * anything in common count as different.
 */
function agrees(
  checker: ts.TypeChecker,
  given: ts.Type | undefined,
  expected: ts.Type | undefined,
  { certain }: { readonly certain: boolean },
): Agreement {
  if (given === undefined || expected === undefined || isOpen(given) || isOpen(expected)) return "unknown";
  if (checker.isTypeAssignableTo(given, expected)) return "yes";
  if (certain) return "no";
  const [one, other] = [checker.getNonNullableType(given), checker.getNonNullableType(expected)];
  const related = checker.isTypeAssignableTo(one, other) || checker.isTypeAssignableTo(other, one);
  return related || isObject(one) || isObject(other) ? "unknown" : "no";
}

function isOpen({ flags }: ts.Type): boolean {
  return (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter)) !== 0;
}

function isObject({ flags }: ts.Type): boolean {
  return (flags & (ts.TypeFlags.Object | ts.TypeFlags.UnionOrIntersection)) !== 0;
}

function isPrimitive(type: ts.Type): boolean {
  if (type.isUnion()) return type.types.every(isPrimitive);
  const { StringLike, NumberLike, BigIntLike, BooleanLike, ESSymbolLike, VoidLike, Null } = ts.TypeFlags;
  const primitive = StringLike | NumberLike | BigIntLike | BooleanLike | ESSymbolLike | VoidLike | Null;
  return (type.flags & primitive) !== 0;
}

function isPromised(type: ts.Type): Agreement {
  if (isOpen(type)) return "unknown";
  return type.getProperty("then") === undefined ? "no" : "yes";
}

/** Of a plain object alone: methods of a string are no properties of an answer. */
function partsOf(checker: ts.TypeChecker, type: ts.Type): string[] | null {
  const isPlain = (type.flags & ts.TypeFlags.Object) !== 0 && type.getCallSignatures().length === 0;
  if (!isPlain || checker.isArrayLikeType(type) || type.getStringIndexType() !== undefined) return null;
  return type.getProperties().map((property) => property.getName());
}

function namesIn(pattern: ts.ObjectBindingPattern): string[] | null {
  if (pattern.elements.some(({ dotDotDotToken }) => dotDotDotToken !== undefined)) return null;
  return pattern.elements.map(({ propertyName, name }) => (propertyName ?? name).getText());
}
