import { orThrow } from "../../src/domain/refusal.js";
import type { Env } from "../../src/server/env.js";
import { openApp } from "../../src/server/start/start-app.js";

/** Starts the App as in production, against any GitHub, and settles when it works. */
export async function startApp(env: Env) {
  const { url, stop, started } = orThrow(await openApp(env));
  const loop = await started;
  if (loop === null) throw new Error("the App was told to end before it had started");
  return { ...loop, url, stop };
}
