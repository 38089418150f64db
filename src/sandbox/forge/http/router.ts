/** Routes by method and OpenAPI path template. Literal segments win over parameters. */
import type { Call } from "./call.js";
import type { Reply } from "./reply.js";

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

export type Route = {
  readonly method: Method;
  /** The template exactly as in GitHub's OpenAPI description: `/repos/{owner}/{repo}/issues/{issue_number}`. */
  readonly template: string;
  readonly handle: (call: Call) => Reply | Promise<Reply>;
};

export type Match = { readonly route: Route; readonly params: Readonly<Record<string, string>> };

/** Parameters that may contain slashes at the end. Clients send `heads/a/b` encoded or plain. */
const GREEDY = new Set(["path", "ref", "branch", "basehead", "tag"]);

type Node = { literals: Map<string, Node>; parameter: Node | undefined; routes: Map<string, Route> };

export function createRouter(routes: readonly Route[]): (method: string, path: string) => Match | undefined {
  const root = newNode();
  for (const route of routes) addRoute(root, route);
  return (method, path) => {
    const segments = path.split("/").slice(1);
    const found = find(root, segments, method);
    return found === undefined ? undefined : { route: found.route, params: bind(found.route, segments) };
  };
}

const newNode = (): Node => ({ literals: new Map(), parameter: undefined, routes: new Map() });
const nameOf = (segment: string) => /^\{(.+)\}$/.exec(segment)?.[1];

function addRoute(root: Node, route: Route): void {
  let node = root;
  for (const segment of route.template.split("/").slice(1)) {
    let next = nameOf(segment) === undefined ? node.literals.get(segment) : node.parameter;
    if (next === undefined) {
      next = newNode();
      if (nameOf(segment) === undefined) node.literals.set(segment, next);
      else node.parameter = next;
    }
    node = next;
  }
  if (node.routes.has(route.method)) throw new Error(`two routes for ${route.method} ${route.template}`);
  node.routes.set(route.method, route);
}

function find(node: Node, segments: readonly string[], method: string): { route: Route } | undefined {
  const [segment, ...rest] = segments;
  if (segment === undefined) {
    const route = node.routes.get(method) ?? greedyBelow(node, method);
    return route === undefined ? undefined : { route };
  }
  const literal = node.literals.get(segment);
  const byLiteral = literal === undefined ? undefined : find(literal, rest, method);
  if (byLiteral !== undefined) return byLiteral;
  if (node.parameter === undefined) return undefined;
  const byParameter = find(node.parameter, rest, method);
  if (byParameter !== undefined || rest.length === 0) return byParameter;
  const route = greedyBelow(node, method);
  return route === undefined ? undefined : { route };
}

/** A greedy parameter takes the rest of the path or nothing: `/contents` is the root folder. */
function greedyBelow(node: Node, method: string): Route | undefined {
  const route = node.parameter?.routes.get(method);
  const last = route?.template.slice(route.template.lastIndexOf("/") + 1) ?? "";
  return GREEDY.has(nameOf(last) ?? "") ? route : undefined;
}

function bind(route: Route, segments: readonly string[]): Record<string, string> {
  const template = route.template.split("/").slice(1);
  const params: Record<string, string> = {};
  for (const [index, part] of template.entries()) {
    const name = nameOf(part);
    if (name === undefined) continue;
    const last = index === template.length - 1;
    params[name] = decode(last ? segments.slice(index).join("/") : (segments[index] ?? ""));
  }
  return params;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
