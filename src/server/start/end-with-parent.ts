/**
 * Exits when the parent that started this process with an IPC channel, such as the sandbox, has died. It exits at once:
 * its GitHub died with the parent, and the next sandbox may use the same address.
 */
export function endWithParent(): void {
  const end = () => process.exit(1);
  // The parent died before this listener existed.
  if (process.connected === false) end();
  process.once("disconnect", end);
}
