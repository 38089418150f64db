/** Ctrl-C, SIGTERM, and a closed terminal. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export type StopSignal = (typeof SIGNALS)[number];

/**
 * Resolves at the first signal. Later signals must not interrupt the clean-up that the first one started, so each only
 * calls `impatient`.
 */
export function stopSignal(impatient: () => void = () => undefined): Promise<StopSignal> {
  let heard = false;
  return new Promise((resolve) => {
    for (const name of SIGNALS) {
      process.on(name, () => {
        if (heard) impatient();
        heard = true;
        resolve(name);
      });
    }
  });
}
