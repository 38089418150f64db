/** What JavaScript and Node have under these names is complete: nothing of a product is added to it. */
const ROOTS: ReadonlySet<string> = new Set(
  `JSON Object Array String Number Boolean Math Promise Date Map Set WeakMap WeakSet RegExp Symbol Reflect Intl BigInt Buffer
   process console URL URLSearchParams structuredClone performance crypto fs path os util`.split(/\s+/),
);

const OWNERS: readonly object[] = [
  Array.prototype,
  String.prototype,
  Object.prototype,
  Number.prototype,
  Promise.prototype,
  Map.prototype,
  Set.prototype,
  Date.prototype,
  RegExp.prototype,
  Function.prototype,
];

const METHODS: ReadonlySet<string> = new Set(
  OWNERS.flatMap((owner) => Object.getOwnPropertyNames(owner)).filter((name) => /^[a-z]/.test(name)),
);

/** Types of Python and of its library, which a product does not extend. */
const TYPES =
  /^(?:NoneType|str|bytes|bytearray|memoryview|int|float|bool|complex|list|tuple|dict|set|frozenset|range|slice|function|method|builtin_function_or_method|generator|async_generator|coroutine|module|Path|PosixPath|WindowsPath|PurePosixPath|datetime|date|time|timedelta|timezone|Decimal|Fraction|deque|Counter|OrderedDict|defaultdict|ChainMap|StringIO|BytesIO|TextIOWrapper|BufferedReader|Match|Pattern|Thread|Lock|Queue|Future|Task|CompletedProcess|Popen|Namespace|ArgumentParser|ConfigParser|Logger|LogRecord|SimpleNamespace|partial|mappingproxy|property|UUID|MonkeyPatch|CaptureFixture|LogCaptureFixture|FixtureRequest|ExceptionInfo|TestCase|Mock|MagicMock|AsyncMock)$/;

export function isBuiltInName(name: string): boolean {
  return ROOTS.has(name);
}

export function isStandardType(name: string): boolean {
  return TYPES.test(name);
}

/** `trimm`, `toUppercase`, `fliter`: no method of the language, and one slip away from one. */
export function isLikeBuiltIn(name: string): boolean {
  if (name.length < 5 || METHODS.has(name)) return false;
  for (const method of METHODS) {
    if (method.length >= 4 && (method.toLowerCase() === name.toLowerCase() || isOneSlip(name, method))) return true;
  }
  return false;
}

/** One letter too many or too few, another one, or two that changed places; a plural is a name of its own. */
function isOneSlip(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1 || `${one}s` === other || /^[sd]$/.test(one.slice(other.length)))
    return false;
  let at = 0;
  while (at < one.length && at < other.length && one[at] === other[at]) at += 1;
  const [left, right] = [one.slice(at), other.slice(at)];
  if (left.slice(1) === right || left === right.slice(1)) return true;
  const isSwapped = left.length > 1 && left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2);
  return isSwapped || (left.slice(1) === right.slice(1) && at > 2 && left.length > 1);
}
