import { once } from "../../once.js";
import { mixed, OF_PACKAGE, OF_SUBJECT, OF_WORLD, type Origin, OWN_WORDS } from "../../test-reading/origin.js";
import { servesTests } from "../../test-reading/serves-tests.js";
import { isStandardModule } from "../imports/python-packages.js";
import type { PythonModule } from "../python-module.js";

const TEST_LIBRARIES =
  /^(?:pytest|unittest|mock|hypothesis|doctest|nose|freezegun|responses|syrupy|hamcrest|assertpy|expects|sure|parameterized|ddt|faker|factory|_pytest|(?:numpy|pandas)\.testing)(?:\.|$)/;
/** Modules of the standard library that give only what they are given, in another form. */
const COMPUTING =
  /^(?:__future__|abc|array|ast|asyncio|base64|binascii|bisect|builtins|calendar|cmath|codecs|collections|colorsys|contextlib|copy|csv|dataclasses|datetime|decimal|difflib|enum|errno|fnmatch|fractions|functools|hashlib|heapq|hmac|html|inspect|io|ipaddress|itertools|json|keyword|math|numbers|operator|pathlib|pprint|random|re|reprlib|secrets|statistics|string|struct|textwrap|threading|time|traceback|types|typing|typing_extensions|unicodedata|uuid|warnings|weakref|zlib|zoneinfo|concurrent|queue|tempfile|shutil|os\.path|posixpath|urllib\.parse|xml)(?:\.|$)/;
/** Asked over the network, run as a program, loaded by name: that is the subject, whatever it is called. */
const REACHING =
  /^(?:subprocess|urllib\.request|http|socket|socketserver|importlib|runpy|multiprocessing|ctypes|requests|httpx|aiohttp|urllib3|websockets|pexpect|playwright|selenium|webtest)(?:\.|$)|^(?:starlette|fastapi)\.testclient$|^(?:click|typer)\.testing$|^django\.test(?:\.|$)|^rest_framework\.test(?:\.|$)/;

export type PythonFiles = {
  /** The file of the repository that an import means, there or promised. */
  resolve(from: PythonModule, specifier: string): string | undefined;
  isProduct(path: string): boolean;
  /** What a name of a helper module is made of; undefined where the module has no such name. */
  ofHelper(path: string, name: string): Origin | undefined;
  moduleAt(path: string): PythonModule | undefined;
};

/** What an import brings in: `from specifier import imported`, or the module itself. */
export type PythonOrigins = {
  (specifier: string, imported: string): Origin;
  /** Whether anything that the file imports is the subject. */
  readonly hasSubject: () => boolean;
};

/** What the imports of a test file are: the subject, helpers, or the rest of the world. */
export function pythonOrigins(module: PythonModule, files: PythonFiles): PythonOrigins {
  const plain = (specifier: string, imported: string) => originOf(module, { specifier, imported }, files);
  const bindings = [...module.imports.values(), ...module.stars.map((specifier) => ({ specifier, imported: "" }))];
  const pathOf = ({ specifier, imported }: { specifier: string; imported: string }) =>
    (imported === "" ? undefined : files.resolve(module, join(specifier, imported))) ??
    files.resolve(module, specifier);
  const own = bindings.flatMap((binding) => pathOf(binding) ?? []).filter((path) => !servesTests(path));
  const product = new Set(own.filter((path) => leadsToProduct(path, files, new Set())));
  const hasSubject = once(() => bindings.some(({ specifier, imported }) => plain(specifier, imported).subject));
  const originOfImport = (specifier: string, imported: string): Origin => {
    const origin = plain(specifier, imported);
    const path = pathOf({ specifier, imported });
    // Where the product is among what is imported, another file of the repository is only its neighbour.
    const isNeighbour =
      origin.subject && path !== undefined && product.size > 0 && !product.has(path) && !servesTests(path);
    if (isNeighbour) return OF_WORLD;
    return !hasSubject() && (origin.world || origin.package) ? OF_SUBJECT : origin;
  };
  return Object.assign(originOfImport, { hasSubject });
}

function originOf(
  from: PythonModule,
  { specifier, imported }: { readonly specifier: string; readonly imported: string },
  files: PythonFiles,
): Origin {
  if (TEST_LIBRARIES.test(specifier)) return OWN_WORDS;
  const whole = imported === "" ? specifier : join(specifier, imported);
  if (!specifier.startsWith(".")) {
    if (REACHING.test(whole) || REACHING.test(specifier)) return OF_SUBJECT;
    if (COMPUTING.test(whole) || COMPUTING.test(specifier)) return OWN_WORDS;
  }
  const asModule = imported === "" ? undefined : files.resolve(from, whole);
  const path = asModule ?? files.resolve(from, specifier);
  if (path === undefined) {
    if (specifier.startsWith(".")) return OF_SUBJECT;
    return isStandardModule(specifier.split(".")[0] ?? specifier) ? OF_WORLD : OF_PACKAGE;
  }
  if (files.isProduct(path) || !servesTests(path)) return OF_SUBJECT;
  if (asModule === undefined && imported !== "") {
    const known = files.ofHelper(path, imported);
    if (known !== undefined) return known;
  }
  return ofWholeHelper(path, files, new Set());
}

/** A helper that is taken as a whole is what it imports. */
function ofWholeHelper(path: string, files: PythonFiles, open: Set<string>): Origin {
  if (open.has(path)) return OWN_WORDS;
  open.add(path);
  const helper = files.moduleAt(path);
  if (helper === undefined) return OWN_WORDS;
  const found = [...helper.imports.values()].map((binding): Origin => {
    const next = files.resolve(helper, binding.specifier);
    if (next !== undefined && servesTests(next) && !files.isProduct(next)) return ofWholeHelper(next, files, open);
    return originOf(helper, { ...binding, imported: next === undefined ? binding.imported : "" }, files);
  });
  return mixed(found);
}

function leadsToProduct(path: string, files: PythonFiles, open: Set<string>): boolean {
  if (files.isProduct(path)) return true;
  if (open.has(path)) return false;
  open.add(path);
  const module = files.moduleAt(path);
  if (module === undefined) return false;
  const specifiers = [...module.imports.values()].flatMap(({ specifier, imported }) => [
    ...(imported === "" ? [] : [join(specifier, imported)]),
    specifier,
  ]);
  return [...specifiers, ...module.stars].some((specifier) => {
    const next = files.resolve(module, specifier);
    return next !== undefined && leadsToProduct(next, files, open);
  });
}

function join(specifier: string, name: string): string {
  return specifier.endsWith(".") ? `${specifier}${name}` : `${specifier}.${name}`;
}

/** Members of modules that only compute, though others beside them look at the world: `os.path.join`, `sys.maxsize`. */
export function onlyComputes(dotted: string): boolean {
  return /^os\.(?:path\.(?:join|basename|dirname|split\w*|normpath|normcase|commonpath|commonprefix|sep)|sep|linesep|fspath|pathsep|name)$|^sys\.(?:maxsize|version_info|version|platform|float_info|byteorder|maxunicode|exc_info)$/.test(
    dotted,
  );
}

/** Calls that look at the world though their module mostly computes: `Path(p).read_text()`, `time.time()`. */
export const READS_WORLD =
  /^(?:exists|is_file|is_dir|is_symlink|read_text|read_bytes|iterdir|glob|rglob|stat|lstat|walk|open|readlink|resolve|cwd|home)$/;
