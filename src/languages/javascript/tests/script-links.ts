import { ts } from "../../compiler.js";
import type { NameLink } from "../../test-reading/name-links.js";

/** The used names. A member (`cache.get`) counts too, because a surface may name it. */
export function mentionsOf(...nodes: readonly ts.Node[]): { names: Set<string>; literals: string[] } {
  const names = new Set<string>();
  const literals: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.add(node.text);
    else if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      literals.push(node.text);
    }
    ts.forEachChild(node, visit);
  };
  for (const node of nodes) visit(node);
  return { names, literals };
}

/**
 * The links under a node: declarations, statements, and the parameters of a callback, whose values come from its
 * caller. A nested test or assertion (`apart`) links nothing, and neither does a statement around it.
 */
export function linksIn(root: ts.Node, apart: ReadonlySet<ts.Node>): NameLink[] {
  const found: NameLink[] = [];
  const visit = (node: ts.Node): boolean => {
    if (apart.has(node)) return true;
    let isDivided = false;
    ts.forEachChild(node, (child) => {
      if (visit(child)) isDivided = true;
    });
    const link = linkOf(node, isDivided);
    if (link !== undefined) found.push(link);
    return isDivided;
  };
  visit(root);
  return found;
}

function linkOf(node: ts.Node, isDivided: boolean): NameLink | undefined {
  if (ts.isParameter(node)) {
    const call = node.parent.parent;
    const isCallback = call !== undefined && ts.isCallExpression(call);
    return isCallback ? { makes: boundNames(node.name), mentions: mentionsOf(call.expression) } : undefined;
  }
  if (isDivided) return undefined;
  if (ts.isVariableDeclaration(node)) return { makes: boundNames(node.name), mentions: mentionsOf(node) };
  if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) {
    return { makes: node.name === undefined ? [] : [node.name.text], mentions: mentionsOf(node) };
  }
  return ts.isExpressionStatement(node) ? { makes: [], mentions: mentionsOf(node) } : undefined;
}

export function boundNames(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? boundNames(element.name) : []));
}
