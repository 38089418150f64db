/** A large repository takes seconds to read, and this process must answer other requests meanwhile. */
export function othersFirst(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
