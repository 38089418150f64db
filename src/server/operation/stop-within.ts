/**
 * Waits for an orderly end, but only for some time: what is left undone is derived again after the next start, because
 * state is in git. Returns whether it ended in time.
 */
export async function stopWithin(stop: () => Promise<void>, milliseconds: number): Promise<boolean> {
  const { promise: late, cancel } = after(milliseconds);
  try {
    return await Promise.race([stop().then(() => true), late]);
  } finally {
    cancel();
  }
}

function after(milliseconds: number): { readonly promise: Promise<false>; cancel(): void } {
  let timer: NodeJS.Timeout | undefined;
  const promise = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  return { promise, cancel: () => clearTimeout(timer) };
}
