import { supportFiles } from "../../../domain/contract/support-files.js";
import { servesTests } from "../../../languages/test-reading/serves-tests.js";
import type { GateContext } from "../../gate-context.js";
import { calledInVain } from "../../readers/called-in-vain.js";
import { MISSING_FILE, saysAssertion } from "../../readers/classify-failure.js";
import { withoutPythonSource } from "../../readers/python-words.js";
import { isBuiltInName, isLikeBuiltIn, isStandardType } from "./built-in-names.js";

/**
 * Why a failure at the base is none of the module's: what is missing or broken belongs to the tests, to the language or
 * to a package (decisions.md#red-is-judged-before-the-module). Undefined if it may be the module's.
 */
export function wrongCause(printed: string, context: GateContext): string | undefined {
  const text = withoutPythonSource(printed);
  if (productFiles(context).length === 0) return undefined;
  return (
    missingFile(text, context) ??
    missingName(text, context) ??
    missingPythonModule(text, context) ??
    calledOfLanguage(text, context) ??
    brokenSupport(text, context)
  );
}

function missingFile(text: string, context: GateContext): string | undefined {
  const path = MISSING_FILE.exec(text)?.[1];
  if (path === undefined || isOfModule(path, context)) return undefined;
  return `${shown(path)} is not there, and is no file of the module`;
}

const NO_EXPORT = [
  /requested module '([^']+)' does not provide an export named '([^']+)'/,
  /cannot import name '(?<name>\w+)' from '(?<module>[\w.]+)'/,
  /\bmodule '(?<module>[\w.]+)' has no attribute '(?<name>\w+)'/,
];

function missingName(text: string, context: GateContext): string | undefined {
  for (const pattern of NO_EXPORT) {
    const found = pattern.exec(text);
    if (found === null) continue;
    const module = found.groups?.module ?? found[1] ?? "";
    const name = found.groups?.name ?? found[2] ?? "";
    const isOwn = /[/\\]/.test(module) ? isOfModule(module, context) : isPartOfModule(module, context);
    if (!isOwn) return `${shown(module)} has no "${name}", and is no file of the module`;
  }
  return undefined;
}

function missingPythonModule(text: string, context: GateContext): string | undefined {
  const module = /No module named '([\w.]+)'/.exec(text)?.[1];
  if (module === undefined || isPartOfModule(module, context)) return undefined;
  return `the module ${module} is not there, and is none of the files that the change writes`;
}

/** A file by its name without extension; `index` by its folder. Compiled names and aliases end in the same. */
function isOfModule(path: string, context: GateContext): boolean {
  const asked = stemOf(path);
  return productFiles(context).some((file) => stemOf(file) === asked);
}

/** A dotted name whose parts are parts of a path of the module, in a row: `shop.prices`, or the package `shop`. */
function isPartOfModule(module: string, context: GateContext): boolean {
  const asked = `/${module.replace(/^[#~@]\/?/, "").replaceAll(".", "/")}/`;
  return (
    isOwnPackage(module, context) ||
    productFiles(context).some((file) => `/${file.replace(/(?:\/__init__)?\.\w+$/, "")}/`.includes(asked))
  );
}

function isOwnPackage(module: string, { head }: GateContext): boolean {
  const name = /"name"\s*:\s*"([^"]+)"/.exec(head.read("package.json") ?? "")?.[1];
  return name !== undefined && (module === name || module.startsWith(`${name}/`));
}

function productFiles({ manifest }: GateContext): string[] {
  const support = new Set(supportFiles(manifest));
  return manifest.files
    .filter(({ path, action }) => action !== "DELETE" && path !== manifest.testFile && !support.has(path))
    .map(({ path }) => path);
}

function stemOf(path: string): string {
  const parts = path.replace(/\.d\.[cm]?ts$|\.[cm]?[jt]sx?$|\.py$|\.\w{1,6}$/, "").split(/[/\\]/);
  const last = parts.at(-1) ?? "";
  return (/^(?:index|__init__|mod)$/.test(last) ? (parts.at(-2) ?? last) : last).toLowerCase();
}

const NO_ATTRIBUTE = /'([\w.]+)' object has no attribute|type object '([\w.]+)' has no attribute/;

/** A slip in the name of something that the language or a package gives: `JSON.prase`, `text.trimm()`. */
function calledOfLanguage(text: string, context: GateContext): string | undefined {
  const foreign = foreignNames(context);
  for (const names of calledInVain(text)) {
    const [root = "", ...rest] = names;
    const last = names.at(-1) ?? "";
    if (rest.length > 0 && isBuiltInName(root)) return `${names.join(".")} is nothing that the language has`;
    if (rest.length === 0 && foreign.has(root)) return `"${root}" is imported from elsewhere, and is no function there`;
    if (rest.length > 0 && isLikeBuiltIn(last)) return `"${last}" looks like a slip in the name of a built-in method`;
  }
  const [, ofObject, ofType] = NO_ATTRIBUTE.exec(text) ?? [];
  const owner = (ofObject ?? ofType)?.split(".").at(-1);
  if (owner !== undefined && isStandardType(owner)) return `${owner} has no such attribute in the language`;
  return undefined;
}

/** What the test file imports from the language and from packages. */
function foreignNames({ sources, head, manifest }: GateContext): ReadonlySet<string> {
  const { testFile } = manifest;
  if (head.read(testFile) === undefined || sources.languageOf(testFile) === undefined) return new Set();
  if (sources.problems(testFile).length > 0) return new Set();
  const foreign = sources.imports(testFile).filter(({ specifier }) => /^node:|^[a-z_]+$/.test(specifier));
  const own = new Set(
    sources
      .imports(testFile)
      .filter((site) => !foreign.includes(site))
      .flatMap(({ names }) => names),
  );
  return new Set(foreign.flatMap(({ names }) => names).filter((name) => !own.has(name)));
}

const NO_SUCH_FILE = /\bENOENT\b[^\n]{0,200}?'([^'\n]+)'|No such file or directory: '([^'\n]+)'/;
const FRAME = /(?:\(|at |File "|^)(?:file:\/\/)?(\/?[^\s():"]+\.\w+)(?::\d+|", line \d+)/gm;
/** What code does that is wrong itself, or reads what is wrong; not what a helper says on purpose. */
const SLIP =
  /\b(?:SyntaxError|ReferenceError|TypeError|NameError|AttributeError|KeyError|IndentationError|ImportError|ModuleNotFoundError|FileNotFoundError|UnicodeDecodeError|JSONDecodeError|YAMLException|YAMLParseError|ParserError|ScannerError|TOMLDecodeError|ENOENT|ENOTDIR|EISDIR)\b/;

/** A helper or fixture of the tests that is absent, or that does not parse. */
function brokenSupport(text: string, { base, head, manifest }: GateContext): string | undefined {
  if (saysAssertion(text) || !SLIP.test(text)) return undefined;
  const absent = NO_SUCH_FILE.exec(text);
  const path = absent?.[1] ?? absent?.[2];
  const expectsFailure = /\b(?:rejects|throws|toThrow|raises)\b/.test(text);
  if (path !== undefined && servesTests(path) && !expectsFailure && !isOwnPath(path, manifest)) {
    return `${shown(path)} is not there: fixtures of the tests come with them`;
  }
  const known = [...head.paths(), ...base.paths()];
  const frames = [...text.matchAll(FRAME)]
    .map(([, file = ""]) => file)
    .filter((file) => !/node_modules|node:/.test(file));
  for (const frame of frames) {
    const found = known.find((file) => frame === file || frame.endsWith(`/${file}`));
    if (found === undefined) continue;
    const isSupport = found !== manifest.testFile && servesTests(found) && !found.endsWith(".json");
    return isSupport ? `${found} fails itself, before the module is asked` : undefined;
  }
  return undefined;
}

function isOwnPath(path: string, { entry, files }: GateContext["manifest"]): boolean {
  return files.some((file) => file.path === entry && path.endsWith(file.path));
}

function shown(path: string): string {
  return path.length > 80 ? `...${path.slice(-77)}` : path;
}
