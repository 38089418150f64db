import { vi } from "vitest";

/** The output of a command and its exit code. */
export async function printed(run: () => Promise<number>): Promise<{ exit: number; out: string; err: string }> {
  const out = vi.spyOn(process.stdout, "write").mockImplementation(() => true);
  const err = vi.spyOn(process.stderr, "write").mockImplementation(() => true);
  try {
    const exit = await run();
    const text = (spy: typeof out) => spy.mock.calls.map(([chunk]) => String(chunk)).join("");
    return { exit, out: text(out), err: text(err) };
  } finally {
    out.mockRestore();
    err.mockRestore();
  }
}
