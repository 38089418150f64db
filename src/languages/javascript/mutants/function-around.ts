import { ts } from "../../compiler.js";

/** The name of the outermost named function or method around a node; empty outside of them. */
export function functionAround(node: ts.Node): string {
  let name = "";
  for (let at: ts.Node | undefined = node.parent; at !== undefined; at = at.parent) {
    if (!ts.isFunctionLike(at)) continue;
    name = nameOf(at) ?? name;
  }
  return name;
}

function nameOf(node: ts.Node & { readonly name?: ts.Node }): string | undefined {
  const holder = node.name === undefined ? node.parent : node;
  const { name } = holder as { readonly name?: ts.Node };
  return name === undefined ? undefined : name.getText();
}
