import type { Bench } from "./bench-line.js";

/** Every bench by name, in the order in which they run, and loaded when it does. */
export const BENCHES: Readonly<Record<string, Bench>> = {
  state: {
    about: "decide and cascade on up to 10,000 tasks",
    takes: "ten seconds",
    run: async (progress) => (await import("./state.js")).benchState(progress),
  },
  index: {
    about: "search in an index of 10,000 and of 100,000 entries beside a bare scan",
    takes: "half a minute",
    run: async (progress) => (await import("./index.js")).benchIndex(progress),
  },
  forge: {
    about: "the local GitHub: requests a second, and how they slow down with 1,000 pull requests",
    takes: "a minute",
    run: async (progress) => (await import("./forge.js")).benchForge(progress),
  },
  loop: {
    about: "requests to GitHub for each step of a product's beginning, and a persisted step beside LangGraph.js",
    takes: "a minute",
    run: async (progress) => [
      ...(await (await import("./loop.js")).benchLoop(progress)),
      ...(await (await import("./debate.js")).benchDebate(progress)),
    ],
  },
  task: {
    about: "requests to GitHub for one task of one module, by route",
    takes: "half a minute",
    run: async (progress) => (await import("./task.js")).benchTask(progress),
  },
  points: {
    about: "GraphQL's points for a product, and for an hour in which nothing happens, with 1, 20 and 200 repositories",
    takes: "seven minutes",
    run: async (progress) => (await import("./points.js")).benchPoints(progress),
  },
  gates: {
    about: "judging beside a type check, the pipeline beside the bare commands, and the start of the command line",
    takes: "four minutes",
    run: async (progress) => (await import("./gates.js")).benchGates(progress),
  },
  replicas: {
    about: "what more processes bring, how fast a burst is taken in, what a thousand repositories take",
    takes: "ten minutes",
    run: async (progress) => (await import("./replicas.js")).benchReplicas(progress),
  },
};
