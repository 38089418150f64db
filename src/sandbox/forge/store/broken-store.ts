/** A file or folder of the forge's memory cannot be used: it is cut off, damaged, or something else altogether. */
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
