import { readEnv } from "./env.js";
import { startApp } from "./start-app.js";

const env = readEnv(process.env);
if (!env.ok) {
  process.stderr.write(`${env.refusal.message}\n`);
  process.exitCode = 2;
} else {
  const running = await startApp(env.value);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      running.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`${String(error)}\n`);
          process.exit(1);
        },
      );
    });
  }
}
