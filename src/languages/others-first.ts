/** A large repository takes seconds to read, in a process that has others to answer. */
export function othersFirst(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
