/** A trailer on the last commit of a branch of ours: which content it shows. */
const TRAILER = /^Factory-Key: (\S+)$/m;

export function withKey(message: string, key: string): string {
  return `${message}\n\nFactory-Key: ${key}`;
}

export function keyIn(message: string): string | null {
  return TRAILER.exec(message)?.[1] ?? null;
}
