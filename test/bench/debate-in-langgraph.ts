import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** What the roles answer, and how often the debate is held. */
export type ToHold = { readonly debates: number; readonly warmUp: number; readonly answers: object };

/** Milliseconds for each persisted step; or how to get LangGraph.js, which the project itself does not install. */
export type GraphDebates =
  | { readonly kind: "not-installed"; readonly how: string }
  | { readonly kind: "measured"; readonly inMemory: Measured; readonly inSqlite: Measured };

const Measured = z.strictObject({ steps: z.int(), msPerStep: z.number() });
type Measured = z.infer<typeof Measured>;
const Printed = z.strictObject({ inMemory: Measured, inSqlite: Measured });

const HOW =
  "not installed: `npm ci --prefix test/bench/langgraph` (better-sqlite3 is downloaded, or compiled with a C++ compiler and Python)";

const inFolder = (path: string) => fileURLToPath(new URL(`langgraph/${path}`, import.meta.url));

/** In a process of its own, within the same run, so that neither warms the other up. */
export async function debateInLangGraph(hold: ToHold): Promise<GraphDebates> {
  const installed = ["better-sqlite3/build/Release/better_sqlite3.node", "@langchain/langgraph/package.json"];
  if (!installed.every((path) => existsSync(inFolder(`node_modules/${path}`))))
    return { kind: "not-installed", how: HOW };
  const printed = await new Promise<string>((resolve, reject) => {
    const child = execFile(process.execPath, [inFolder("debate.js")], (error, stdout) =>
      error === null ? resolve(stdout) : reject(error),
    );
    child.stdin?.end(JSON.stringify(hold));
  });
  return { kind: "measured", ...Printed.parse(JSON.parse(printed)) };
}
