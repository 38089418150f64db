import { childOf, type PythonNode } from "../python-node.js";
import type { PythonName } from "./python-declared.js";
import { isEmptyList } from "./python-empty-list.js";
import { barePython, pythonArguments } from "./python-parents.js";
import { comparePlain, isLength, isReference, type Plain, partsOf } from "./python-plain.js";
import type { PythonPlace } from "./python-sources.js";

/** What can be said of a value without running anything. */
export type PythonValues = {
  /** Written in the test, or computed from that. */
  isConstant(node: PythonNode): boolean;
  /** Whether it is true or false whatever happens; undefined where that is open. */
  truthOf(node: PythonNode): boolean | undefined;
  /** A list with nothing in it. */
  isEmpty(node: PythonNode): boolean;
  /** A name by what it was set to, where it is set once. */
  settled(node: PythonNode): PythonNode;
  /** The code with its names resolved: the same text means the same value. */
  spelled(node: PythonNode): string;
};

const CONSTANTS = new Set(["integer", "float", "true", "false", "none", "ellipsis"]);
const COMPOSED = new Set([
  ...["list", "tuple", "set", "dictionary", "pair", "unary_operator", "not_operator", "binary_operator"],
  ...["comparison_operator", "parenthesized_expression", "concatenated_string", "boolean_operator"],
]);
const PURE =
  /^(?:abs|all|any|ascii|bin|bool|bytes|chr|dict|divmod|enumerate|float|frozenset|hash|hex|int|len|list|max|min|oct|ord|pow|range|repr|reversed|round|set|sorted|str|sum|tuple|zip)$/;

export function pythonValues(place: PythonPlace & { touching(name: PythonName): readonly PythonNode[] }): PythonValues {
  const { scopes } = place;
  const settled = (node: PythonNode): PythonNode => {
    let at = barePython(node);
    for (let steps = 0; steps < 8 && (at.type === "identifier" || at.type === "attribute"); steps += 1) {
      const name = scopes.nameAt(at);
      const [made, ...more] = name?.made ?? [];
      if (name === undefined || made?.by !== "value" || more.length > 0 || !made.whole) return at;
      if (made.at.type !== "assignment" && made.at.type !== "named_expression") return at;
      const value = barePython(made.value);
      const isFixed = CONSTANTS.has(value.type) || value.type === "string" || value.type === "unary_operator";
      if (!isFixed && place.touching(name).some((call) => !isHarmless(call))) return at;
      at = value;
    }
    return at;
  };
  const isConstant = (given: PythonNode): boolean => {
    const node = settled(given);
    if (CONSTANTS.has(node.type)) return true;
    if (node.type === "string") {
      return node.children.every(
        ({ type, children }) =>
          type !== "interpolation" || children.filter(({ field }) => field === "expression").every(isConstant),
      );
    }
    if (node.type === "call") {
      const callee = childOf(node, "function");
      if (callee === undefined || !pythonArguments(node).every(isConstant)) return false;
      if (callee.type === "identifier") return PURE.test(callee.text) && scopes.nameAt(callee) === undefined;
      const owner = callee.type === "attribute" ? childOf(callee, "object") : undefined;
      return owner !== undefined && isConstant(owner);
    }
    if (!COMPOSED.has(node.type)) return false;
    return partsOf(node).every(isConstant);
  };
  const plain = (given: PythonNode): Plain | undefined => {
    const node = settled(given);
    switch (node.type) {
      case "true":
        return true;
      case "false":
        return false;
      case "none":
        return null;
      case "integer":
      case "float": {
        const value = Number(node.text.replaceAll("_", ""));
        return Number.isNaN(value) ? undefined : value;
      }
      case "unary_operator": {
        const value = plain(node.children.at(-1) ?? node);
        return typeof value === "number" && node.text.startsWith("-") ? -value : undefined;
      }
      case "string":
        if (node.children.some(({ type }) => type === "interpolation")) return undefined;
        return node.children
          .filter(({ type }) => type === "string_content")
          .map(({ text }) => text)
          .join("");
      case "call": {
        const [only] = pythonArguments(node);
        const isLength = childOf(node, "function")?.text === "len" && only !== undefined;
        const list = isLength ? settled(only) : undefined;
        if (list === undefined || !/^(?:list|tuple)$/.test(list.type)) return undefined;
        return partsOf(list).some(({ type }) => /splat/.test(type)) ? undefined : partsOf(list).length;
      }
      default:
        return undefined;
    }
  };
  const isEmpty = (given: PythonNode): boolean => isEmptyList(given, { settled, plain, truthOf });
  const truthOf = (given: PythonNode): boolean | undefined => {
    const node = settled(given);
    const value = plain(node);
    if (value !== undefined) return value !== null && value !== false && value !== 0 && value !== "";
    switch (node.type) {
      case "lambda":
      case "generator_expression":
        return true;
      case "list":
      case "tuple":
      case "set":
      case "dictionary": {
        const parts = partsOf(node);
        if (parts.length === 0) return false;
        return parts.some(({ type }) => !/splat/.test(type)) ? true : undefined;
      }
      case "string":
        return node.children.some(({ type, text }) => type === "string_content" && text !== "") ? true : undefined;
      case "named_expression":
        return truthOf(childOf(node, "value") ?? node);
      case "not_operator": {
        const inner = truthOf(node.children.at(-1) ?? node);
        return inner === undefined ? undefined : !inner;
      }
      case "boolean_operator":
        return ofBoth(node);
      case "conditional_expression": {
        const [then, condition, otherwise] = partsOf(node);
        if (then === undefined || condition === undefined || otherwise === undefined) return undefined;
        const truth = truthOf(condition);
        if (truth !== undefined) return truthOf(truth ? then : otherwise);
        const [one, other] = [truthOf(then), truthOf(otherwise)];
        return one === other ? one : undefined;
      }
      case "comparison_operator":
        return ofComparison(node);
      case "identifier": {
        const made = scopes.nameAt(node)?.made ?? [];
        return made.length > 0 && made.every(({ by }) => by === "definition") ? true : undefined;
      }
      case "attribute":
        return METHODS.test(node.children.at(-1)?.text ?? "") ? true : undefined;
      case "call":
        return ofCall(node);
      default:
        return undefined;
    }
  };
  const ofBoth = (node: PythonNode): boolean | undefined => {
    const isOr = childOf(node, "operator")?.text === "or";
    const [left, right] = [childOf(node, "left"), childOf(node, "right")].map((side) => side && truthOf(side));
    if (left === isOr || right === isOr) return isOr;
    // `x or not x`.
    const [one, other] = [childOf(node, "left"), childOf(node, "right")];
    if (one !== undefined && other !== undefined && areOpposite(one, other)) return isOr;
    return left === undefined || right === undefined ? undefined : !isOr;
  };
  const areOpposite = (one: PythonNode, other: PythonNode): boolean => {
    const inner = (node: PythonNode) => {
      const at = barePython(node);
      return at.type === "not_operator" ? spelled(at.children.at(-1) ?? at) : undefined;
    };
    if (inner(one) === spelled(other) || inner(other) === spelled(one)) return true;
    const [left, right] = [spelled(one), spelled(other)];
    return left.replace(" == ", " != ") === right && left !== right
      ? true
      : left.replace(" != ", " == ") === right && left !== right;
  };
  const ofComparison = (node: PythonNode): boolean | undefined => {
    const [left, right, ...more] = partsOf(node);
    if (left === undefined || right === undefined || more.length > 0) return undefined;
    const operator = node.children
      .filter(({ field }) => field === "operators")
      .map(({ text }) => text)
      .join(" ");
    const [one, other] = [plain(left), plain(right)];
    if (one !== undefined && other !== undefined) return comparePlain(one, operator, other);
    if (isReference(left) && spelled(left) === spelled(right)) {
      if (/^(?:==|is|<=|>=)$/.test(operator)) return true;
      if (/^(?:!=|is not|<|>)$/.test(operator)) return false;
    }
    if (operator === "in" && /^(?:list|tuple|set)$/.test(right.type)) {
      const isAmong = partsOf(right).some((each) => isReference(left) && spelled(each) === spelled(left));
      if (isAmong) return true;
    }
    if (isLength(left) && ((operator === ">=" && other === 0) || (operator === ">" && other === -1))) return true;
    if (isLength(right) && ((operator === "<=" && one === 0) || (operator === "<" && one === -1))) return true;
    return undefined;
  };
  const ofCall = (node: PythonNode): boolean | undefined => {
    const callee = childOf(node, "function");
    const [first, second] = pythonArguments(node);
    if (callee === undefined || first === undefined) return undefined;
    if (callee.type !== "identifier" || scopes.nameAt(callee) !== undefined) return undefined;
    if (callee.text === "isinstance" || callee.text === "issubclass")
      return second?.text === "object" ? true : undefined;
    if (callee.text === "all" && isEmpty(first)) return true;
    if (callee.text === "any" && isEmpty(first)) return false;
    if (callee.text === "bool") return truthOf(first);
    if (callee.text === "callable") return truthOf(first) === true && first.type !== "string" ? true : undefined;
    if (callee.text === "any" || callee.text === "all") {
      const parts = /^(?:list|tuple)$/.test(first.type) ? partsOf(first).map(truthOf) : [];
      if (callee.text === "any" && parts.includes(true)) return true;
      if (callee.text === "all" && parts.length > 0 && parts.every((each) => each === true)) return true;
    }
    return undefined;
  };
  const spelled = (given: PythonNode): string => {
    const node = barePython(given);
    if (node.type === "identifier" || node.type === "attribute") {
      const value = settled(node);
      if (value.type === "identifier" && value !== node) return spelled(value);
      if (value !== node && (CONSTANTS.has(value.type) || value.type === "string")) return value.text;
      // One call, kept under a name: the same value wherever it is read.
      if (value !== node) return `#${value.start}`;
    }
    // A name that hides another one is not that other one.
    const home = node.type === "identifier" ? scopes.nameAt(node)?.home : undefined;
    if (home !== undefined) return `${node.text}@${home.start}`;
    if (node.children.length === 0) return node.text;
    if (node.type === "string") return node.text.replace(/^'(.*)'$/s, '"$1"');
    return node.children.map(spelled).join(node.type === "comparison_operator" ? " " : "");
  };
  return { isConstant, truthOf, isEmpty, settled, spelled };
}

/** Methods of texts and lists: not called, they are always there. */
const METHODS =
  /^(?:startswith|endswith|lower|upper|strip|lstrip|rstrip|split|join|isdigit|isalpha|isupper|islower|isnumeric|items|keys|append|extend|format|is_file|is_dir|exists|assert_called\w*|called_with|called_once|called_once_with|has_calls|not_called)$/;

/** Calls that change nothing they are given. */
function isHarmless(call: PythonNode): boolean {
  return (
    call.type === "call" &&
    /^(?:enumerate|len|range|print|sorted|reversed|zip|iter|list|tuple|set|dict|str|repr|all|any|sum|min|max|map|filter|isinstance)$/.test(
      childOf(call, "function")?.text ?? "",
    )
  );
}
