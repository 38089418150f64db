import { childOf, type PythonNode } from "../python-node.js";

/** A function or class definition with its decorators and the comments above or among them. */
export type PythonDefinition = {
  readonly node: PythonNode;
  readonly name: string;
  readonly body: PythonNode;
  readonly decorators: readonly PythonNode[];
  readonly above: readonly PythonNode[];
};

/** The definitions of a block; `opening` are the comments before its first line, which the grammar keeps outside it. */
export function definitionsIn(block: PythonNode, opening: readonly PythonNode[] = []): PythonDefinition[] {
  const children = [...opening, ...block.children];
  return children.flatMap((child, index) => {
    const node = child.type === "decorated_definition" ? childOf(child, "definition") : child;
    if (node === undefined || !isDefinition(node)) return [];
    const body = childOf(node, "body");
    if (body === undefined) return [];
    const before = children.slice(0, index);
    const lastCode = before.findLastIndex(({ type }) => type !== "comment");
    return [
      {
        node,
        name: childOf(node, "name")?.text ?? "",
        body,
        decorators: child.children.filter(({ type }) => type === "decorator"),
        above: [...before.slice(lastCode + 1), ...(node === child ? [] : commentsIn(child))],
      },
    ];
  });
}

/** The comments between a definition's colon and its first line. */
export function openingComments({ node }: PythonDefinition): PythonNode[] {
  return commentsIn(node);
}

function commentsIn({ children }: PythonNode): PythonNode[] {
  return children.filter(({ type }) => type === "comment");
}

function isDefinition({ type }: PythonNode): boolean {
  return type === "function_definition" || type === "class_definition";
}

const SKIPPED =
  /(?:^|[^\w.])(?:pytest\.mark\.|mark\.|unittest\.)?(?:skip(?:\s*\(|\s*$|(?=\s*[\],]))|skip[iI]f\(\s*(?:True|1)\s*[,)]|skipUnless\(\s*(?:False|0|None)\s*[,)])/;

/** Unconditionally: the value of a condition is only known at run time. */
export function isSkipped({ decorators }: Pick<PythonDefinition, "decorators">): boolean {
  return decorators.some(({ text }) => SKIPPED.test(text.replace(/^@\s*/, "")));
}

/** `pytestmark = pytest.mark.skip`, `pytest.skip(..., allow_module_level=True)`: all below is skipped. */
export function skipsAll(block: PythonNode): boolean {
  return block.children.some(({ type, text }) => {
    if (type !== "expression_statement") return false;
    const marks = /^pytestmark\s*=\s*(.*)$/s.exec(text)?.[1];
    if (marks !== undefined) return SKIPPED.test(marks);
    return (
      /^pytest\.skip\(.*allow_module_level\s*=\s*True/s.test(text) || /^raise\s+(?:unittest\.)?SkipTest/.test(text)
    );
  });
}

/** Only `pass`, `...` and texts. */
export function isEmptyBody(body: PythonNode): boolean {
  return body.children.every(
    ({ type, children }) =>
      type === "pass_statement" ||
      type === "comment" ||
      (type === "expression_statement" &&
        children.every((child) => child.type === "string" || child.type === "ellipsis")),
  );
}

/** Definitions that stand below a condition, with what decides it. */
export function conditionalIn(
  block: PythonNode,
): { readonly block: PythonNode; readonly test: PythonNode | undefined }[] {
  return block.children
    .filter(({ type }) => CONDITIONAL.test(type))
    .flatMap((statement) => {
      const test = statement.type === "if_statement" ? childOf(statement, "condition") : undefined;
      return blocksIn(statement).map((inner) => ({
        block: inner,
        test: inner.field === "consequence" && statement.children.includes(inner) ? test : undefined,
      }));
    });
}

/** Every definition of a file, those in classes and below conditions included, without those in functions. */
export function definitionsBelow(root: PythonNode): PythonDefinition[] {
  const own = definitionsIn(root);
  const inside = own
    .filter(({ node }) => node.type === "class_definition")
    .flatMap(({ body }) => definitionsBelow(body));
  const branches = root.children.filter(({ type }) => CONDITIONAL.test(type)).flatMap(blocksIn);
  return [...own, ...inside, ...branches.flatMap((block) => definitionsBelow(block))];
}

const CONDITIONAL = /^(?:if|try|with|for|while|match)_statement$/;

/** The blocks of a statement, each with the condition that it runs under, if there is one. */
function blocksIn(statement: PythonNode): PythonNode[] {
  return statement.children.flatMap((child) =>
    child.type === "block" ? [child] : /_clause$/.test(child.type) ? blocksIn(child) : [],
  );
}
