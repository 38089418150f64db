import { mixed, OF_WORLD, type Origin } from "../../test-reading/origin.js";
import { childOf, descendants, type PythonNode } from "../python-node.js";
import { callersOf, decoratorsOf, isInClass } from "./python-callers.js";
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
      return pythonSources([made.at, ...decoratorsOf(made.at, file)], file);
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
const MEANS = /^(?:monkeypatch|mocker|request|subtests|benchmark|faker|event_loop)$/;

/** A parameter is whatever its function is called with; a test's is a fixture, a row of a table, or a mock. */
function sourcesOfParameter(
  { at, owner, index }: Extract<Made, { by: "parameter" }>,
  name: PythonName,
  file: PythonFlowFile,
): PythonSources {
  const initial = childOf(at, "value");
  const own = initial === undefined ? NO_SOURCES : pythonSources([initial], file);
  if (owner.type === "function_definition" && file.isOfRunner(owner)) {
    if (index === 0 && /^(?:self|cls)$/.test(name.text) && isInClass(owner, file)) return NO_SOURCES;
    return joinedSources([own, fromRunner(name.text, owner, file)]);
  }
  if (index === 0 && /^(?:self|cls)$/.test(name.text)) return NO_SOURCES;
  const isMethod = isInClass(owner, file);
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
  // What a decorator hands it, nobody here can see.
  return joinedSources([own, pythonSources(decoratorsOf(owner, file), file), ...given]);
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
  return decoratorsOf(owner, { parents }).filter(
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

/** What decides whether a statement runs: conditions around it, what may be raised before it, and what is looped over. */
function decidersOf(at: PythonNode, name: PythonName, file: PythonFlowFile): PythonNode[] {
  const { parents } = file;
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
    } else if (isPythonFunction(node)) found.push(...whoCalls(node, file));
    node = parent;
  }
  return found;
}

/** Who calls a function decides that what is in it happens; a method is called by whoever has an object of its class. */
function whoCalls(definition: PythonNode, file: PythonFlowFile): PythonNode[] {
  const { parents, scopes } = file;
  if (file.isOfRunner(definition)) return [];
  const holder = parents.get(parents.get(definition) ?? definition);
  const owner = holder?.type === "block" ? parents.get(holder) : holder;
  if (owner?.type !== "class_definition") {
    const calls = callersOf(definition, file).flatMap(({ call }) => [
      ...(childOf(call, "function") === undefined ? [] : [childOf(call, "function") as PythonNode]),
      ...pythonArguments(call).filter((each) => !isPythonFunction(each)),
    ]);
    return [...decoratorsOf(definition, file), ...calls];
  }
  // The names that hold an object of the class.
  return (scopes.nameOf(owner)?.reads ?? []).flatMap((read) => {
    const call = parents.get(read);
    const statement = call === undefined ? undefined : parents.get(call);
    const left = statement?.type === "assignment" ? childOf(statement, "left") : undefined;
    return left === undefined ? (call === undefined ? [] : [statement ?? call]) : [left];
  });
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
