import type {
  Agreement,
  CallQuestion,
  CompiledFunction,
  CompiledParameter,
  CompiledSurface,
  SurfaceQuestion,
} from "../../../domain/contract/compiled-surface.js";
import type { FoundExport } from "../../exports/found-export.js";
import { childOf, type PythonNode } from "../python-node.js";
import { normaliseSpaces, pythonSignature } from "../signatures/python-signature.js";
import { definitionIn, topLevel } from "./python-declarations.js";
import { pythonExportsOf } from "./python-exports.js";
import { openPythonFiles } from "./python-files.js";
import { pythonUnion, typesAgree } from "./types-agree.js";
import { withPython } from "./with-python.js";

/** A function of Python with whatever decorates it. */
type Definition = { readonly statement: PythonNode; readonly definition: PythonNode };

/** What the entry offers, by its annotations: nothing is run, and what nobody annotated stays unknown. */
export function pythonSurface({ entry, sources, creates, calls }: SurfaceQuestion): CompiledSurface {
  const all = new Map(Object.entries(sources));
  const exported = pythonExportsOf(entry, openPythonFiles(all));
  const found = new Map(exported.map((one) => [one.name, one]));
  const requested = [...new Set(creates.map((name) => name.replace(/\(\)$/, "")))];
  const missing = requested.filter((name) => !found.has(name.split(/\.|::/)[0] ?? name));
  const named = new Set(calls.flatMap(({ export: name }) => name ?? []));
  const functionsOf = (name: string) => definitionsOf(found.get(name), all);
  return {
    compiler: "annotations of Python",
    exports: exported.map(({ name, kind }) => {
      const [only] = functionsOf(name);
      return { name, signature: only === undefined ? kind : pythonSignature(only.definition) };
    }),
    missing,
    functions: calls.map((call) => {
      const candidates = requested.filter((name) => (call.export === null ? !named.has(name) : call.export === name));
      const isClass = candidates.some((name) => found.get(name)?.kind === "class");
      const [only, ...others] = candidates.flatMap(functionsOf);
      if (only === undefined || others.length > 0 || isClass || missing.length > 0) return null;
      return describe(only, call);
    }),
  };
}

/** Several where the file defines the name in several places. */
function definitionsOf(found: FoundExport | undefined, sources: ReadonlyMap<string, string>): Definition[] {
  const text = found === undefined ? undefined : sources.get(found.file);
  if (found === undefined || text === undefined) return [];
  const definitions = withPython(text, (root) =>
    topLevel(root).flatMap((statement): Definition[] => {
      const definition = definitionIn(statement);
      const isIt = definition?.type === "function_definition" && childOf(definition, "name")?.text === found.original;
      return isIt ? [{ statement, definition }] : [];
    }),
  );
  return definitions ?? [];
}

function describe({ statement, definition }: Definition, call: CallQuestion): CompiledFunction {
  const isAsync = definition.children.some(({ type }) => type === "async");
  // A decorator may hand out another function than the one that is written.
  const isWrapped = statement.type === "decorated_definition";
  const returned = childOf(definition, "return_type");
  const type = returned === undefined || isWrapped ? "" : normaliseSpaces(returned.text);
  const later = /^(?:Awaitable|Coroutine|Future|asyncio\.Future)\b/.test(type);
  const [output] = call.outputs;
  return {
    name: childOf(definition, "name")?.text ?? "",
    parameters: parametersOf(definition).map((node, place) => parameter(node, call.inputs[place], isWrapped)),
    returns: {
      type,
      promised: isWrapped || (type === "" && !isAsync) ? "unknown" : isAsync || later ? "yes" : "no",
      gives: output === undefined || type === "" || later ? "unknown" : typesAgree(type, output),
      parts: null,
    },
  };
}

function parametersOf(definition: PythonNode): PythonNode[] {
  return (childOf(definition, "parameters")?.children ?? []).filter(
    ({ type }) => !/^(?:[(),]|comment|keyword_separator|positional_separator)$/.test(type),
  );
}

function parameter(node: PythonNode, promised: string | undefined, isWrapped: boolean): CompiledParameter {
  const annotation = isWrapped ? undefined : childOf(node, "type");
  const written = childOf(node, "name") ?? node.children.find(({ field }) => field === "") ?? node;
  const rest = isWrapped || /^\*/.test(written.text);
  const type = annotation === undefined ? "" : normaliseSpaces(annotation.text);
  const accepts: Agreement = promised === undefined || type === "" || rest ? "unknown" : typesAgree(promised, type);
  return {
    name: written.text.replace(/^\*+/, ""),
    type,
    typed: type !== "",
    optional: rest || childOf(node, "value") !== undefined,
    accepts,
    parts: null,
    roomy: type === "" || !pythonUnion(type).every((one) => one.isPlain),
    rest,
  };
}
