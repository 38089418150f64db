/** A file or folder of the forge's data cannot be used: it is truncated, damaged, or something else. */
export class BrokenStore extends Error {
  override readonly name = "BrokenStore";

  constructor(
    readonly file: string,
    why = "is not what a sandbox has left there",
    cause?: unknown,
  ) {
    super(`${file} ${why}`, { cause });
  }
}
