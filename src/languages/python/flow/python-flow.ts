import { mixed, OF_WORLD, type Origin } from "../../test-reading/origin.js";
import { childOf, descendants, type PythonNode } from "../python-node.js";
import type { Made, PythonName } from "./python-declared.js";
import type { PythonOrigins } from "./python-origins.js";
import { isPythonFunction, type PythonParents, pythonArguments } from "./python-parents.js";
import { joinedSources, NO_SOURCES, type PythonPlace, type PythonSources, pythonSources } from "./python-sources.js";

/** Follows values through one file: from what an assertion compares back to where it came from. */
export type PythonFlow = {
  /** What a piece of code is made of, through every name in it. Parameters of `within` are left to who calls it. */
  originOf(nodes: readonly PythonNode[], within?: PythonNode): Origin;
};

export type PythonFlowFile = PythonPlace & {
  readonly root: PythonNode;
  readonly origins: PythonOrigins;
  /** Calls that get hold of a name, and may change what it stands for. */
  touching(name: PythonName): readonly PythonNode[];
  /** What a test or fixture is given under a name; undefined where no fixture of that name can be found. */
  fixture(name: string): Origin | undefined;
  /** Whether a function is called by the runner: a test, a fixture, a hook. */
  isOfRunner(definition: PythonNode): boolean;
};

export function pythonFlow(file: PythonFlowFile): PythonFlow {
  const known = new Map<PythonName, PythonSources>();
  const sourcesOf = (name: PythonName): PythonSources => {
    const found = known.get(name) ?? sourcesOfName(name, file);
    known.set(name, found);
    return found;
  };
  return {
    originOf(nodes, within) {
      const start = pythonSources(nodes, file);
      const origins = [start.known];
      const reached = new Set(start.names);
      // A set hands out what is added to it on the way.
      for (const name of reached) {
        if (within !== undefined && name.home === within && name.made.some(({ by }) => by === "parameter")) {
          if (!file.isOfRunner(within)) continue;
        }
        const next = sourcesOf(name);
        origins.push(next.known);
        for (const further of next.names) reached.add(further);
      }
      return mixed(origins);
    },
  };
}

function sourcesOfName(name: PythonName, file: PythonFlowFile): PythonSources {
  const made = name.made.map((each) => sourcesOfMade(each, name, file));
  const touching = isPlain(name) || isOfPlainTable(name, file) ? [] : file.touching(name);
  const touched = touching.map((call) => pythonSources([call, ...decidersOf(call, name, file)], file));
  return joinedSources([...made, ...touched]);
}

function sourcesOfMade(made: Made, name: PythonName, file: PythonFlowFile): PythonSources {
  switch (made.by) {
    case "import":
      return { names: new Set(), known: file.origins(made.specifier, made.imported) };
    case "definition":
      return pythonSources([made.at], file);
    case "parameter":
      return sourcesOfParameter(made, name, file);
    case "value":
      return pythonSources([made.value, ...around(made, file), ...decidersOf(made.at, name, file)], file);
  }
}

/** What a `with` or an `except` gives a name comes from the block under it. */
function around({ at }: Extract<Made, { by: "value" }>, { parents }: PythonFlowFile): PythonNode[] {
  if (at.type !== "as_pattern") return [];
  const parent = parents.get(at);
  if (parent?.type === "except_clause") {
    const body = parents.get(parent)?.children.find(({ field }) => field === "body");
    return body === undefined ? [] : [body];
  }
  const statement = parent === undefined ? undefined : withAround(parent, parents);
  const [value] = at.children;
  const watches = value !== undefined && WATCHING.test(value.text);
  const body = watches && statement !== undefined ? childOf(statement, "body") : undefined;
  return body === undefined ? [] : [body];
}

/** What looks at the block under it: an expected error, caught output, a patched name. */
export const WATCHING =
  /raises|warns|Raises|Warns|Logs|assert_raises|deprecated_call|redirect_|captur|patch|record|catch_warnings|spy|subTest/;

function withAround(node: PythonNode, parents: PythonParents): PythonNode | undefined {
  for (let at: PythonNode | undefined = node; at !== undefined; at = parents.get(at)) {
    if (at.type === "with_statement") return at;
    if (at.type === "block") return undefined;
  }
  return undefined;
}

/** Fixtures that are the test's own means. In others what the subject did can be seen. */
const MEANS = /^(?:self|cls|monkeypatch|mocker|request|subtests|benchmark|faker|event_loop)$/;

/** A parameter is whatever its function is called with; a test's is a fixture, a row of a table, or a mock. */
function sourcesOfParameter(
  { at, owner, index }: Extract<Made, { by: "parameter" }>,
  name: PythonName,
  file: PythonFlowFile,
): PythonSources {
  const initial = childOf(at, "value");
  const own = initial === undefined ? NO_SOURCES : pythonSources([initial], file);
  if (owner.type === "function_definition" && file.isOfRunner(owner)) {
    return joinedSources([own, fromRunner(name.text, owner, file)]);
  }
  if (index === 0 && /^(?:self|cls)$/.test(name.text)) return NO_SOURCES;
  const isMethod = file.parents.get(file.parents.get(owner) ?? owner)?.type === "class_definition";
  const given = callersOf(owner, file).map(({ call, calls }): PythonSources => {
    const args = pythonArguments(call);
    if (!calls) {
      const callee = childOf(call, "function");
      return pythonSources(
        [...(callee === undefined ? [] : [callee]), ...args.filter((each) => !isPythonFunction(each))],
        file,
      );
    }
    const byName = (childOf(call, "arguments")?.children ?? []).find(
      (each) => each.type === "keyword_argument" && childOf(each, "name")?.text === name.text,
    );
    const value = byName === undefined ? undefined : childOf(byName, "value");
    if (value !== undefined) return pythonSources([value], file);
    const place = args[isMethod ? index - 1 : index];
    return pythonSources(place === undefined ? args.filter(({ type }) => /splat/.test(type)) : [place], file);
  });
  return joinedSources([own, ...given]);
}

function fromRunner(name: string, owner: PythonNode, file: PythonFlowFile): PythonSources {
  if (MEANS.test(name)) return NO_SOURCES;
  const rows = tableOf(name, owner, file);
  if (rows.length > 0)
    return pythonSources(
      rows.flatMap(({ children }) => children.flatMap(argumentsBelow)),
      file,
    );
  const found = file.fixture(name);
  if (found !== undefined) return { names: new Set(), known: found };
  return { names: new Set(), known: OF_WORLD };
}

/** The decorators that give a parameter its rows. */
function tableOf(name: string, owner: PythonNode, { parents }: PythonFlowFile): PythonNode[] {
  const decorators = (parents.get(owner)?.children ?? []).filter(({ type }) => type === "decorator");
  return decorators.filter(
    ({ text }) => /parametri[sz]e|expand|\bdata\b|given|example/.test(text) && namesRow(text, name),
  );
}

function namesRow(text: string, name: string): boolean {
  if (/expand|\bdata\b|given|example/.test(text)) return true;
  return new RegExp(`(?<![\\w.])${name}(?!\\w)`).test(text.split(/[[(]\s*[[({]/, 2).join(" "));
}

function argumentsBelow(node: PythonNode): PythonNode[] {
  return node.type === "call" ? pythonArguments(node) : [];
}

export type PythonCaller = { readonly call: PythonNode; readonly calls: boolean };

/** The calls of a function, and those that are given it. */
export function callersOf(definition: PythonNode, { scopes, parents }: PythonPlace): PythonCaller[] {
  // A lambda is at hand where it stands, or by the name it is kept under.
  const reads = definition.type === "lambda" ? [definition] : (scopes.nameOf(definition)?.reads ?? []);
  return reads.flatMap((read) => callerAt(read, { scopes, parents }, new Set([definition])));
}

function callerAt(read: PythonNode, place: PythonPlace, open: Set<PythonNode>): PythonCaller[] {
  let at = read;
  for (let parent = place.parents.get(at); parent !== undefined; parent = place.parents.get(at)) {
    if (parent.type === "call") return [{ call: parent, calls: at.field === "function" }];
    if (parent.type === "argument_list" || parent.type === "keyword_argument") {
      at = parent;
      continue;
    }
    if (parent.type === "assignment" && at.field === "right") {
      const left = childOf(parent, "left");
      const name = left === undefined ? undefined : place.scopes.nameAt(left);
      if (name === undefined || open.has(parent)) return [];
      open.add(parent);
      return name.reads.flatMap((each) => callerAt(each, place, open));
    }
    if (!/^(?:list|tuple|dictionary|pair|parenthesized_expression|set|conditional_expression)$/.test(parent.type))
      return [];
    at = parent;
  }
  return [];
}

/** What decides whether a statement runs: conditions around it, what may be raised before it, and what is looped over. */
function decidersOf(at: PythonNode, name: PythonName, { parents }: PythonFlowFile): PythonNode[] {
  const found: PythonNode[] = [];
  for (let node = at; node !== name.home; ) {
    const parent = parents.get(node);
    if (parent === undefined) break;
    if (/^(?:if_statement|elif_clause|while_statement|conditional_expression)$/.test(parent.type)) {
      const condition = childOf(parent, "condition");
      if (condition !== undefined && condition !== node) found.push(condition);
    } else if (parent.type === "for_statement" && node.field === "body") {
      const list = childOf(parent, "right");
      if (list !== undefined) found.push(list);
    } else if (parent.type === "try_statement" && node.type !== "block") {
      const body = childOf(parent, "body");
      if (body !== undefined) found.push(body);
    }
    node = parent;
  }
  return found;
}

/** A text or a number is what it is, whoever was given it. */
function isPlain({ made }: PythonName): boolean {
  return made.length > 0 && made.every((each) => each.by === "value" && each.whole && isPlainValue(each.value));
}

/** A column of a table that holds texts and numbers only. */
function isOfPlainTable({ text, made }: PythonName, file: PythonFlowFile): boolean {
  const [only, ...more] = made;
  if (only?.by !== "parameter" || more.length > 0 || !file.isOfRunner(only.owner)) return false;
  const rows = tableOf(text, only.owner, file);
  return rows.length > 0 && rows.flatMap(({ children }) => children.flatMap(argumentsBelow)).every(isPlainTable);
}

function isPlainTable(node: PythonNode): boolean {
  if (!/^(?:list|tuple)$/.test(node.type)) return isPlainValue(node);
  return node.children.filter(({ type }) => !/^[[\](),]$/.test(type) && type !== "comment").every(isPlainTable);
}

function isPlainValue({ type }: PythonNode): boolean {
  return /^(?:string|integer|float|true|false|none|unary_operator|concatenated_string)$/.test(type);
}

/** What a fixture or helper gives: what it returns or yields, or all of it where it gives nothing. */
export function givenBy(definition: PythonNode): PythonNode[] {
  const body = childOf(definition, "body");
  if (body === undefined) return [definition];
  const inside = descendants(body, (node) => node === body || !isPythonFunction(node));
  const given = inside.filter(({ type, children }) => /^(?:return_statement|yield)$/.test(type) && children.length > 1);
  return given.length === 0 ? [definition] : given;
}
