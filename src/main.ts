import { readEnv } from "./env.js";
import { stopWithin } from "./operation/stop-within.js";
import { startApp } from "./start-app.js";

/** Orchestrators kill after half a minute; this is a little less. */
const GRACE_MS = 25_000;

const env = readEnv(process.env);
if (!env.ok) {
  process.stderr.write(`${env.refusal.message}\n`);
  process.exitCode = 2;
} else {
  const running = await startApp(env.value);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      stopWithin(() => running.stop(), GRACE_MS).then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`${String(error)}\n`);
          process.exit(1);
        },
      );
    });
  }
}
