import type { StartApp } from "../../src/sandbox/start-sandbox.js";
import { readEnv } from "./read-env.js";
import { startApp } from "./start-app.js";

/** Runs the App in this process. It logs to standard output, as in production. */
export const startAppHere = (async (variables) => {
  const env = readEnv(variables);
  if (!env.ok) throw new Error(env.refusal.message);
  const app = await startApp(env.value);
  return { ...app, ended: new Promise<never>(() => undefined) };
}) satisfies StartApp;
