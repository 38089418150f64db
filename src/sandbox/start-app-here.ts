import { readEnv } from "../server/env.js";
import { startApp } from "../server/start/start-app.js";
import type { StartApp } from "./start-sandbox.js";

/** The App in this process: what tests want. It logs on standard output, as it does in production. */
export const startAppHere = (async (variables) => {
  const env = readEnv(variables);
  if (!env.ok) throw new Error(env.refusal.message);
  const app = await startApp(env.value);
  return { ...app, ended: new Promise<never>(() => undefined) };
}) satisfies StartApp;
