/**
 * Ends this process when a parent that started it with an IPC channel, as the sandbox does, has died. It ends at once: its GitHub died with
 * the parent, so it can finish nothing, and the next sandbox may listen at the same address and start an App of its own.
 */
export function endWithParent(): void {
  const end = () => process.exit(1);
  // The parent died before anybody listened for it.
  if (process.connected === false) end();
  process.once("disconnect", end);
}
