const INTERVAL_MS = 400;

/** Runs a function at intervals until it is stopped. The caller learns of a failed run. */
export function watch(show: () => Promise<unknown>) {
  let stopped = false;
  const watching = (async () => {
    while (!stopped) {
      await show();
      await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
    }
  })();
  const failed = watching.then(() => new Promise<never>(() => undefined));
  failed.catch(() => undefined);
  return {
    failed,
    async stop(): Promise<void> {
      stopped = true;
      await watching.catch(() => undefined); // the caller that awaits `failed` has the error
    },
  };
}
