import { ts } from "../../compiler.js";
import { mixed, OF_SUBJECT, OF_WORLD, type Origin, OWN_WORDS } from "../../test-reading/origin.js";
import { isValueName, type Names } from "./names.js";

/** What a piece of code is made of at first sight: names that must be followed, and what is known already. */
export type Sources = { readonly names: ReadonlySet<ts.Symbol>; readonly known: Origin };

/** Globals that only compute with what they are given. */
const COMPUTING: ReadonlySet<string> = new Set(
  `Object Array JSON Math String Number Boolean BigInt Symbol Date Map Set WeakMap WeakSet RegExp Promise Error TypeError
   RangeError SyntaxError ReferenceError EvalError URIError AggregateError AssertionError Buffer Uint8Array Uint16Array Uint32Array
   Int8Array Int16Array Int32Array Float32Array Float64Array ArrayBuffer DataView TextEncoder TextDecoder URL URLSearchParams
   Intl Reflect Proxy undefined NaN Infinity isNaN isFinite parseInt parseFloat encodeURIComponent decodeURIComponent
   encodeURI decodeURI structuredClone atob btoa setTimeout setInterval setImmediate clearTimeout clearInterval queueMicrotask
   arguments require module exports __dirname __filename AbortController AbortSignal Event EventTarget CustomEvent
   expect assert should t vi jest sinon it test describe before after beforeEach afterEach beforeAll afterAll
   BigInt64Array Iterator FinalizationRegistry WeakRef`.split(/\s+/),
);

/** Loaded in the test, run as a program, or asked over the network: the subject, whatever it is called. */
const LOADING: ReadonlySet<string> = new Set(
  "require spawn spawnSync exec execSync execFile execFileSync fork fetch execa execaSync execaNode execaCommand $".split(
    " ",
  ),
);

/** What names and modules mean where code is read. */
export type ReadingPlace = Names & { readonly moduleOrigin: (specifier: string) => Origin };

/** Reads a piece of code; what it assigns to and types in it are no part of the value. */
export function sourcesIn(nodes: readonly ts.Node[], { symbolOf, moduleOrigin }: ReadingPlace): Sources {
  const found = new Set<ts.Symbol>();
  const known: Origin[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
    if (ts.isCallExpression(node)) known.push(...loaded(node, moduleOrigin));
    if (ts.isMetaProperty(node)) known.push(OF_WORLD);
    if (node.kind === ts.SyntaxKind.ThisKeyword) known.push(OF_WORLD);
    // What everybody shares: a test's context, the prototypes of the language.
    const isShared =
      ts.isPropertyAccessExpression(node) && /^(?:context|ctx|prototype|__proto__)$/.test(node.name.text);
    if (isShared) known.push(OF_WORLD);
    if (isValueName(node)) {
      const symbol = symbolOf(node);
      if (symbol !== undefined) found.add(symbol);
      else if (!COMPUTING.has(node.text)) known.push(OF_WORLD);
    }
    ts.forEachChild(node, visit);
  };
  for (const node of nodes) visit(node);
  return { names: found, known: known.length === 0 ? OWN_WORDS : mixed(known) };
}

/** What a call brings in: a module by its name, a program, an answer. */
function loaded(call: ts.CallExpression, moduleOrigin: ReadingPlace["moduleOrigin"]): Origin[] {
  const { expression } = call;
  const [first] = call.arguments;
  const isImport = expression.kind === ts.SyntaxKind.ImportKeyword;
  const name = ts.isIdentifier(expression)
    ? expression.text
    : ts.isPropertyAccessExpression(expression)
      ? expression.name.text
      : "";
  const asksModule = isImport || /^(?:require|importActual|requireActual|importOriginal)$/.test(name);
  if (asksModule && first !== undefined && ts.isStringLiteralLike(first)) return [moduleOrigin(first.text)];
  if (isImport) return [OF_SUBJECT];
  if (name === "exec" && ts.isPropertyAccessExpression(expression)) {
    // A regular expression's exec is no program.
    const owner = expression.expression;
    return ts.isIdentifier(owner) && /^(?:child_?process|cp|shell)$/i.test(owner.text) ? [OF_SUBJECT] : [];
  }
  return LOADING.has(name) ? [OF_SUBJECT] : [];
}

export function joined(parts: readonly Sources[]): Sources {
  return {
    names: new Set(parts.flatMap(({ names }) => [...names])),
    known: mixed(parts.map(({ known }) => known)),
  };
}
