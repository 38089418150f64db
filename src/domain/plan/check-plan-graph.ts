import { z } from "zod";
import { findCycle } from "../graph.js";
import { ModuleKey } from "./plan-draft.js";
import { type PlanProblem, planError } from "./plan-problem.js";

/** The part of a module that the graph needs, so that a broken field elsewhere does not hide a cycle. */
const Node = z.object({ key: z.string(), depends_on: z.array(z.string()).catch([]) });
type Node = z.infer<typeof Node> & { readonly index: number };

/** Finds duplicate keys, unknown references and cycles in the readable parts of the candidate. */
export function graphProblems(candidate: unknown): PlanProblem[] {
  const nodes = readNodes(candidate);
  return [...duplicateKeys(nodes), ...unknownKeys(nodes), ...cycles(nodes)];
}

function readNodes(candidate: unknown): Node[] {
  const plan = z.object({ modules: z.array(z.unknown()) }).safeParse(candidate);
  if (!plan.success) return [];
  return plan.data.modules.flatMap((module, index) => {
    const node = Node.safeParse(module);
    return node.success ? [{ ...node.data, index }] : [];
  });
}

function duplicateKeys(nodes: readonly Node[]): PlanProblem[] {
  const firstAt = new Map<string, number>();
  return nodes.flatMap(({ key, index }) => {
    const first = firstAt.get(key);
    if (first === undefined) {
      firstAt.set(key, index);
      return [];
    }
    const message = `"${key}" is already the key of modules[${first}]`;
    return [planError("unique-ids", { path: `modules[${index}].key`, value: key, message })];
  });
}

function unknownKeys(nodes: readonly Node[]): PlanProblem[] {
  const keys = new Set(nodes.map((node) => node.key));
  return nodes.flatMap(({ depends_on, index }) =>
    depends_on.flatMap((dependency, place) => {
      // The schema reports what is not a key.
      if (keys.has(dependency) || !ModuleKey.safeParse(dependency).success) return [];
      const message = `"${dependency}" is no module of this plan; name one by its key, or a shipped module by its reference`;
      return [planError("references", { path: `modules[${index}].depends_on[${place}]`, value: dependency, message })];
    }),
  );
}

function cycles(nodes: readonly Node[]): PlanProblem[] {
  const cycle = findCycle(new Map(nodes.map((node) => [node.key, node.depends_on])));
  if (cycle === undefined) return [];
  const message = `modules depend on each other in a circle: ${cycle.join(" -> ")}`;
  return [planError("acyclic", { path: "modules", value: cycle, message })];
}
