/**
 * The debate as a LangGraph.js graph: one node for each step that the loop persists, and the checkpointer persists each.
 * Asks nobody anything; what the roles answer, and how often, is read from the standard input as JSON.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Annotation, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";

const { debates, warmUp, answers } = JSON.parse(readFileSync(0, "utf8"));

const Debate = Annotation.Root({
  artifacts: Annotation({ reducer: (before, added) => [...before, ...added], default: () => [] }),
  revisions: Annotation({ reducer: (_, next) => next, default: () => 0 }),
  verdict: Annotation({ reducer: (_, next) => next, default: () => null }),
  head: Annotation({ reducer: (_, next) => next, default: () => null }),
  gates: Annotation({ reducer: (_, next) => next, default: () => null }),
});

/** The first challenge fails, the second passes. */
const challenge = ({ revisions }) => {
  const answer = revisions === 0 ? answers.objection : answers.pass;
  return { artifacts: [answer], verdict: answer.verdict };
};
const revise = ({ revisions }) => ({ artifacts: [answers.proposal], revisions: revisions + 1 });
const commit = ({ revisions }) => ({ head: String(revisions).repeat(40), gates: "requested" });
const conclude = () => ({ gates: "passed" });
const adjudicate = () => ({ artifacts: [answers.adjudication], verdict: answers.adjudication.decision });
const afterChallenge = ({ verdict, revisions }) => (verdict === "FAIL" && revisions < 2 ? "revise" : "adjudicate");

const graph = new StateGraph(Debate)
  .addNode("challenge", challenge)
  .addNode("revise", revise)
  .addNode("commit", commit)
  .addNode("conclude", conclude)
  .addNode("adjudicate", adjudicate)
  .addEdge(START, "challenge")
  .addConditionalEdges("challenge", afterChallenge, ["revise", "adjudicate"])
  .addEdge("revise", "commit")
  .addEdge("commit", "conclude")
  .addEdge("conclude", "challenge")
  .addEdge("adjudicate", END);

/** Each in a thread of its own; every step is on disk before the next begins, as in ours. */
async function measure(checkpointer) {
  const app = graph.compile({ checkpointer });
  const times = [];
  let steps = 0;
  for (let index = 0; index < warmUp + debates; index += 1) {
    const configurable = { thread_id: `debate-${index}` };
    const began = performance.now();
    await app.invoke({}, { configurable, durability: "sync" });
    const ms = performance.now() - began;
    steps = 0;
    for await (const { metadata } of checkpointer.list({ configurable })) if (metadata.source === "loop") steps += 1;
    // The empty first super-step (number 0) has run no node.
    steps -= 1;
    if (index >= warmUp) times.push(ms / steps);
  }
  times.sort((one, other) => one - other);
  return { steps, msPerStep: times[Math.floor(times.length / 2)] };
}

const folder = mkdtempSync(join(tmpdir(), "bench-langgraph-"));
try {
  const inMemory = await measure(new MemorySaver());
  const inSqlite = await measure(SqliteSaver.fromConnString(join(folder, "checkpoints.sqlite")));
  process.stdout.write(JSON.stringify({ inMemory, inSqlite }));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
