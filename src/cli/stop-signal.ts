/** Ctrl-C, a polite kill, and a terminal that is closed. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export type StopSignal = (typeof SIGNALS)[number];

/**
 * The first signal, from now on. Later ones are swallowed, because the clean-up that the first one began must not be
 * cut short; each of them only calls `impatient`.
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
