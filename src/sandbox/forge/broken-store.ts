/** The forge's memory is there, and nobody can read it: cut off, or something else altogether. */
export class BrokenStore extends Error {
  override readonly name = "BrokenStore";

  constructor(
    readonly file: string,
    cause?: unknown,
  ) {
    super(`${file} is not what a sandbox has left there`, { cause });
  }
}
