/** The finding for tests that were never started. */
export function noTestsWithout(setup: string): string {
  return `No test could run, because set-up failed: ${setup}`;
}
