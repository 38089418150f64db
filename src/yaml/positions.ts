import { EVENT_ID, type Event, getScalarValue, YAMLException } from "js-yaml";

/** The position of a YAML value in its text, so that an error about a field can name a line. */
export type PositionedNode = {
  readonly start: number;
  readonly children: ReadonlyMap<string, PositionedNode>;
  /** The node that an alias refers to; shared, not copied. */
  readonly target?: PositionedNode | undefined;
};

/** Most nodes have no children. A map for each would dominate the parsing time. */
const NO_CHILDREN: ReadonlyMap<string, PositionedNode> = new Map();

type OpenNode = { start: number; children: Map<string, PositionedNode>; mapping: boolean; key: Key | undefined };
type Key = { name: string; start: number };

/** Builds the position tree of the first document from the parser's events. */
export function positions(events: readonly Event[], text: string): PositionedNode {
  const document: OpenNode = { start: 0, children: new Map(), mapping: false, key: undefined };
  const open: OpenNode[] = [];
  const anchors = new Map<string, PositionedNode>();
  for (const event of events) {
    if (event.type === EVENT_ID.DOCUMENT) open.push(document);
    else if (event.type === EVENT_ID.POP) open.pop();
    else {
      const parent = open.at(-1) ?? document;
      if (event.type === EVENT_ID.SCALAR && parent.mapping && parent.key === undefined) {
        parent.key = { name: keyName(getScalarValue(text, event)), start: event.valueStart };
        continue;
      }
      const node = nodeFor(event, anchors, text);
      if ("anchorStart" in event && event.type !== EVENT_ID.ALIAS && event.anchorStart >= 0) {
        anchors.set(text.slice(event.anchorStart, event.anchorEnd), node);
      }
      attach(parent, node);
      if ("mapping" in node) open.push(node);
    }
  }
  return document.children.get("0") ?? document;
}

function nodeFor(event: Event, anchors: ReadonlyMap<string, PositionedNode>, text: string): PositionedNode | OpenNode {
  switch (event.type) {
    case EVENT_ID.MAPPING:
      return { start: event.start, children: new Map(), mapping: true, key: undefined };
    case EVENT_ID.SEQUENCE:
      return { start: event.start, children: new Map(), mapping: false, key: undefined };
    case EVENT_ID.ALIAS:
      return {
        start: event.anchorStart,
        children: NO_CHILDREN,
        target: anchors.get(text.slice(event.anchorStart, event.anchorEnd)),
      };
    case EVENT_ID.SCALAR:
      return { start: event.valueStart, children: NO_CHILDREN };
    default:
      throw new TypeError(`no node for event ${event.type}`);
  }
}

function attach(parent: OpenNode, node: PositionedNode): void {
  if (!parent.mapping) {
    parent.children.set(String(parent.children.size), node);
    return;
  }
  if (parent.key === undefined) {
    // A list or mapping as a key. js-yaml refuses it later, with its own position.
    parent.key = { name: "", start: node.start };
    return;
  }
  parent.children.set(parent.key.name, { ...node, start: parent.key.start, children: node.children });
  parent.key = undefined;
}

/** The only key that could change an object's prototype in a careless copy. No file needs it. */
function keyName(name: string): string {
  if (name === "__proto__") throw new YAMLException("the key __proto__ is not allowed");
  return name;
}

/** The number of nodes after expanding all aliases; infinite for a value that contains itself. */
export function expandedSize(node: PositionedNode, known: Map<PositionedNode, number> = new Map()): number {
  const before = known.get(node);
  if (before !== undefined) return before;
  known.set(node, Number.POSITIVE_INFINITY);
  let size = node.target === undefined ? 1 : expandedSize(node.target, known);
  for (const child of node.children.values()) size += expandedSize(child, known);
  known.set(node, size);
  return size;
}

/** The offset of the deepest existing part of `path`. */
export function locate(root: PositionedNode, path: readonly PropertyKey[]): number {
  let node = root;
  for (const segment of path) {
    const child = (node.target ?? node).children.get(String(segment));
    if (child === undefined) break;
    node = child;
  }
  return node.start;
}

/** Converts offsets to line numbers. A file may have a problem on every line, so the text is scanned once. */
export function lineFinder(text: string): (offset: number) => number {
  const ends: number[] = [];
  for (let index = text.indexOf("\n"); index !== -1; index = text.indexOf("\n", index + 1)) ends.push(index);
  return (offset) => {
    let before = 0;
    let behind = ends.length;
    while (before < behind) {
      const middle = (before + behind) >> 1;
      if ((ends[middle] ?? 0) < offset) before = middle + 1;
      else behind = middle;
    }
    return before + 1;
  };
}
