import TinyQueue from "tinyqueue";

/** Dependencies by node: each node names what it depends on. All functions here ignore keys outside the map. */
export type Dependencies = ReadonlyMap<string, readonly string[]>;

/** The reversed edges: who depends on a node, in map order. */
export function dependantsOf(dependencies: Dependencies): Map<string, string[]> {
  const dependants = new Map<string, string[]>([...dependencies.keys()].map((node) => [node, []]));
  for (const [node, upstream] of dependencies) {
    for (const dependency of new Set(upstream)) dependants.get(dependency)?.push(node);
  }
  return dependants;
}

/** Everything that is reachable from `starts` along `edges`, without the starts unless they are reached again. */
export function reachableFrom(starts: Iterable<string>, edges: Dependencies): Set<string> {
  const reached = new Set<string>();
  const queue = [...starts];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    for (const neighbour of edges.get(next) ?? []) {
      if (!edges.has(neighbour) || reached.has(neighbour)) continue;
      reached.add(neighbour);
      queue.push(neighbour);
    }
  }
  return reached;
}

/**
 * Kahn's algorithm. It always takes the earliest declared node that is ready, so the order is unique. What is left over
 * is on a cycle or behind one.
 */
export function topologicalOrder(dependencies: Dependencies): { order: string[]; leftOver: string[] } {
  const position = new Map([...dependencies.keys()].map((node, index) => [node, index]));
  const dependants = dependantsOf(dependencies);
  const missing = new Map(
    [...dependencies].map(([node, upstream]) => [
      node,
      new Set(upstream.filter((dependency) => dependencies.has(dependency))).size,
    ]),
  );
  const ready = new TinyQueue<string>(
    [...missing].filter(([, count]) => count === 0).map(([node]) => node),
    (a, b) => (position.get(a) ?? 0) - (position.get(b) ?? 0),
  );
  const order: string[] = [];
  for (let node = ready.pop(); node !== undefined; node = ready.pop()) {
    order.push(node);
    for (const dependant of dependants.get(node) ?? []) {
      const left = (missing.get(dependant) ?? 0) - 1;
      missing.set(dependant, left);
      if (left === 0) ready.push(dependant);
    }
  }
  const ordered = new Set(order);
  return { order, leftOver: [...dependencies.keys()].filter((node) => !ordered.has(node)) };
}

/** One closed cycle (`a -> b -> a`), or undefined when the graph has none. */
export function findCycle(dependencies: Dependencies): string[] | undefined {
  const { leftOver } = topologicalOrder(dependencies);
  const onOrBehindCycle = new Set(leftOver);
  const start = leftOver[0];
  if (start === undefined) return undefined;
  // Every left-over node depends on another one, so walking upstream must return to a visited node.
  const path: string[] = [];
  const seenAt = new Map<string, number>();
  let node: string | undefined = start;
  while (node !== undefined && !seenAt.has(node)) {
    seenAt.set(node, path.length);
    path.push(node);
    node = dependencies.get(node)?.find((dependency) => onOrBehindCycle.has(dependency));
  }
  if (node === undefined) return undefined;
  return [...path.slice(seenAt.get(node)), node];
}
