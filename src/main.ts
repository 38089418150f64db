import { stopWithin } from "./server/operation/stop-within.js";
import { endWithParent } from "./server/start/end-with-parent.js";
import { readConfiguration } from "./server/start/read-configuration.js";
import { openApp } from "./server/start/start-app.js";
import { tellParent } from "./server/start/tell-parent.js";

/** Orchestrators kill after half a minute; this is a little less. */
const GRACE_MS = 25_000;

endWithParent();

/** Told to end by a signal. */
const told = new Promise<void>((resolve) => {
  for (const event of ["SIGINT", "SIGTERM"]) process.once(event, () => resolve());
});

const configuration = await readConfiguration(process.env);
const app = configuration.ok ? await openApp(configuration.value) : configuration;
if (!app.ok) {
  process.stderr.write(`${app.refusal.message}\n`);
  process.exitCode = 2;
} else {
  const { stop, started, calls } = app.value;
  tellParent(calls);
  told
    .then(() => stopWithin(stop, GRACE_MS))
    .then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    );
  await started;
}
