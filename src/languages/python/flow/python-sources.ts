import { mixed, OF_SUBJECT, OF_WORLD, type Origin, OWN_WORDS } from "../../test-reading/origin.js";
import { childOf, dottedName, type PythonNode } from "../python-node.js";
import type { PythonName } from "./python-declared.js";
import { onlyComputes, READS_WORLD } from "./python-origins.js";
import type { PythonParents } from "./python-parents.js";
import type { PythonScopes } from "./python-scopes.js";

/** What a piece of code is made of at first sight: names that must be followed, and what is known already. */
export type PythonSources = { readonly names: ReadonlySet<PythonName>; readonly known: Origin };

export const NO_SOURCES: PythonSources = { names: new Set(), known: OWN_WORDS };

/** Builtins that only compute with what they are given. */
const COMPUTING: ReadonlySet<string> = new Set(
  `abs all any ascii bin bool bytearray bytes callable chr complex delattr dict dir divmod enumerate filter float format frozenset
   getattr hasattr hash hex id int isinstance issubclass iter len list map max memoryview min next object oct ord pow print property
   range repr reversed round set setattr slice sorted staticmethod classmethod str sum super tuple type zip aiter anext NotImplemented
   Ellipsis __name__ __file__ __doc__ self cls match case _`.split(/\s+/),
);
const ERRORS = /^(?:[A-Z]\w*(?:Error|Exception|Warning|Interrupt|Exit|Iteration|Group)|Exception)$/;
/** Loaded by name, or run as text: the subject, whatever it is called. */
const LOADING = /^(?:__import__|exec|eval|compile|execfile)$/;

export type PythonPlace = { readonly scopes: PythonScopes; readonly parents: PythonParents };

/** Reads a piece of code; the types in it are no part of the value. */
export function pythonSources(nodes: readonly PythonNode[], { scopes, parents }: PythonPlace): PythonSources {
  const names = new Set<PythonName>();
  const known: Origin[] = [];
  const visit = (node: PythonNode): void => {
    if (node.type === "type" || node.type === "import_statement" || node.type === "import_from_statement") return;
    // What is patched is what the subject meets.
    if (
      node.type === "call" &&
      /(?:^|\.)(?:patch(?:\.(?:object|dict|multiple))?|spy)$/.test(childOf(node, "function")?.text ?? "")
    ) {
      known.push(OF_WORLD);
    }
    const dotted = node.type === "attribute" ? dottedName(node) : undefined;
    if (dotted !== undefined && onlyComputes(dotted)) return;
    if (node.type === "attribute") {
      const own = scopes.nameAt(node);
      if (own !== undefined) {
        names.add(own);
        return;
      }
      const [owner, member] = [childOf(node, "object"), childOf(node, "attribute")?.text ?? ""];
      // What a test class inherits from elsewhere.
      if (owner?.type === "identifier" && /^(?:self|cls)$/.test(owner.text)) {
        if (!/^(?:assert\w*|fail\w*|subTest|id|skipTest|addCleanup|maxDiff|enterContext|__class__)$/.test(member)) {
          known.push(OF_WORLD);
        }
        return;
      }
      if (READS_WORLD.test(member) && parents.get(node)?.type === "call") known.push(OF_WORLD);
      if (owner !== undefined) visit(owner);
      return;
    }
    if (node.type === "identifier" && isRead(node, parents)) {
      const name = scopes.nameAt(node);
      if (name !== undefined) names.add(name);
      else if (LOADING.test(node.text)) known.push(OF_SUBJECT);
      else if (!COMPUTING.has(node.text) && !ERRORS.test(node.text)) known.push(OF_WORLD);
    }
    for (const child of node.children) visit(child);
  };
  for (const node of nodes) visit(node);
  return { names, known: mixed(known) };
}

/** No name of a member, of an argument, of a definition or of what is caught. */
function isRead(node: PythonNode, parents: PythonParents): boolean {
  const parent = parents.get(node);
  if (parent === undefined) return true;
  if (parent.type === "attribute") return node.field === "object";
  if (parent.type === "keyword_argument") return node.field === "value";
  if (/^(?:function|class)_definition$/.test(parent.type)) return false;
  if (/(?:parameters?|dotted_name|splat_pattern|global_statement|nonlocal_statement)$/.test(parent.type)) {
    return node.field === "value";
  }
  return true;
}

export function joinedSources(parts: readonly PythonSources[]): PythonSources {
  return {
    names: new Set(parts.flatMap(({ names }) => [...names])),
    known: mixed(parts.map(({ known }) => known)),
  };
}
