import { isBuiltin } from "node:module";
import { ts } from "../../compiler.js";
import { isRelative } from "../../paths.js";
import { mixed, OF_PACKAGE, OF_SUBJECT, OF_WORLD, type Origin, OWN_WORDS } from "../../test-reading/origin.js";
import { servesTests } from "../../test-reading/serves-tests.js";
import type { Script } from "../script.js";
import { TEST_LIBRARIES } from "../tests/assertion-words.js";

/** Modules that give only what they are given, in another form. */
const COMPUTING =
  /^(?:node:)?(?:path(?:\/posix|\/win32)?|url|util|querystring|punycode|string_decoder|buffer|os|constants|module|timers(?:\/promises)?|perf_hooks|events|stream(?:\/promises|\/web)?|zlib|crypto)$/;
/** Asked over the network, run as a program, shown on a page: that is the subject, whatever it is called. */
const REACHING =
  /^(?:node:)?(?:child_process|http|https|http2|net|tls|dgram|worker_threads|cluster|vm)$|^(?:undici|axios|got|node-fetch|execa|superagent|supertest|ws|puppeteer|playwright|selenium-webdriver|jsdom|light-my-request)(?:\/|$)|^@(?:playwright|testing-library)\//;

export type ModuleFiles = {
  /** The file of the repository that an import means. */
  resolve(from: Script, specifier: string): string | undefined;
  isOwn(from: Script, specifier: string): boolean;
  isProduct(path: string): boolean;
  /** A script of the repository; undefined for what is none. */
  scriptAt(path: string): Script | undefined;
  /** Every module that a script imports or passes on. */
  importsOf(script: Script): readonly string[];
  /** What the repository's own package is called. */
  readonly packageName: () => string | undefined;
};

/** What the modules are that a test file imports: the subject, helpers, or the rest of the world. */
export function moduleOrigins(script: Script, files: ModuleFiles): (specifier: string) => Origin {
  const specifiers = new Set([...script.imports.values()].map(({ specifier }) => specifier));
  const plain = (specifier: string) => originOfModule(script, specifier, { files, open: new Set() });
  const reachesProduct = (specifier: string) => {
    const path = files.resolve(script, specifier);
    return path === undefined ? isRelative(specifier) : leadsToProduct(path, files, new Set());
  };
  const own = [...specifiers].filter((specifier) => files.isOwn(script, specifier) && !script.mocked.has(specifier));
  const ofProduct = own.filter(reachesProduct);
  const hasSubject = [...specifiers].some((specifier) => plain(specifier).subject);
  return (specifier) => {
    if (script.mocked.has(specifier)) return OWN_WORDS;
    const origin = plain(specifier);
    // Where the product is among what is imported, another file of the repository is only its neighbour.
    const isNeighbour =
      origin.subject && ofProduct.length > 0 && own.includes(specifier) && !ofProduct.includes(specifier);
    if (isNeighbour) return OF_WORLD;
    return !hasSubject && (origin.world || origin.package) ? OF_SUBJECT : origin;
  };
}

type Search = { readonly files: ModuleFiles; readonly open: Set<string> };

function originOfModule(from: Script, specifier: string, { files, open }: Search): Origin {
  if (TEST_LIBRARIES.has(specifier) || COMPUTING.test(specifier)) return OWN_WORDS;
  if (REACHING.test(specifier)) return OF_SUBJECT;
  const name = files.packageName();
  if (name !== undefined && (specifier === name || specifier.startsWith(`${name}/`))) return OF_SUBJECT;
  if (!files.isOwn(from, specifier)) return isBuiltin(specifier) ? OF_WORLD : OF_PACKAGE;
  const path = files.resolve(from, specifier);
  if (path === undefined || files.isProduct(path) || !servesTests(path)) return OF_SUBJECT;
  // A helper is what it is made of; a table of data is the test's own.
  const helper = files.scriptAt(path);
  if (helper === undefined || open.has(path)) return OWN_WORDS;
  open.add(path);
  const { specifiers, isOpen } = modulesLoaded(helper.source);
  const origins = specifiers.map((each) => originOfModule(helper, each, { files, open }));
  return mixed(isOpen ? [OF_SUBJECT, ...origins] : origins);
}

function leadsToProduct(path: string, files: ModuleFiles, open: Set<string>): boolean {
  if (files.isProduct(path)) return true;
  if (open.has(path)) return false;
  open.add(path);
  const script = files.scriptAt(path);
  if (script === undefined) return false;
  return files.importsOf(script).some((specifier) => {
    const next = files.resolve(script, specifier);
    return next !== undefined && leadsToProduct(next, files, open);
  });
}

/** Every module that a file loads; `isOpen` where it loads one whose name is only known at run time, or asks a server. */
function modulesLoaded(source: ts.SourceFile): { specifiers: readonly string[]; isOpen: boolean } {
  const specifiers: string[] = [];
  let isOpen = false;
  const visit = (node: ts.Node): void => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier !== undefined) {
      if (ts.isStringLiteral(node.moduleSpecifier)) specifiers.push(node.moduleSpecifier.text);
    } else if (ts.isCallExpression(node) && loadsModule(node)) {
      const [first] = node.arguments;
      if (first !== undefined && ts.isStringLiteralLike(first)) specifiers.push(first.text);
      else isOpen = true;
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { specifiers, isOpen };
}

function loadsModule({ expression }: ts.CallExpression): boolean {
  const isImport = expression.kind === ts.SyntaxKind.ImportKeyword;
  return isImport || (ts.isIdentifier(expression) && /^(?:require|fetch)$/.test(expression.text));
}
