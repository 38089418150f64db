import { readEnv } from "./env.js";
import { stopWithin } from "./operation/stop-within.js";
import { startApp } from "./start/start-app.js";

/** Orchestrators kill after half a minute; this is a little less. */
const GRACE_MS = 25_000;

const env = readEnv(process.env);
if (!env.ok) {
  process.stderr.write(`${env.refusal.message}\n`);
  process.exitCode = 2;
} else {
  const started = startApp(env.value);
  const end = () => {
    stopWithin(async () => (await started).stop(), GRACE_MS).then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  // Whoever started it with a channel, as the sandbox does, is gone without a word: nobody is left to end it.
  process.once("disconnect", end);
  await started;
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, end);
}
