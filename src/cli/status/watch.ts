const LOOK_MS = 400;

/** Looks every now and then, until it is stopped. A look that fails is heard of. */
export function watch(look: () => Promise<unknown>) {
  let stopped = false;
  const watching = (async () => {
    while (!stopped) {
      await look();
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  })();
  const failed = watching.then(() => new Promise<never>(() => undefined));
  failed.catch(() => undefined);
  return {
    failed,
    async stop(): Promise<void> {
      stopped = true;
      await watching.catch(() => undefined); // whoever races `failed` has heard it
    },
  };
}
