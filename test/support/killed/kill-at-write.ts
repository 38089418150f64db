/** Kills the process at a chosen write to the forge's journal: before it, in its middle, or right after it. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { z } from "zod";

export const KillPoint = z.strictObject({
  /** The number of the write in this life, from 1. */
  write: z.int().min(1),
  how: z.enum(["before", "torn", "after"]),
});
export type KillPoint = z.infer<typeof KillPoint>;

type Killer = {
  /** Whether the process may die now. If not, a later write is chosen. */
  readonly mayDie: () => boolean;
  /** Must not return. */
  readonly die: () => never;
};

/** Only the journal is written with `writeSync`. */
export function killAtWrite({ write: chosen, how }: KillPoint, { mayDie, die }: Killer): void {
  const original = fs.writeSync;
  let writes = 0;
  fs.writeSync = ((descriptor: number, bytes: Buffer, offset: number) => {
    writes += 1;
    if (writes < chosen || !mayDie()) return original(descriptor, bytes, offset);
    if (how === "before") return die();
    const end = how === "torn" ? Math.ceil((offset + bytes.length) / 2) : bytes.length;
    original(descriptor, bytes.subarray(0, end), offset);
    return die();
  }) as typeof fs.writeSync;
  syncBuiltinESMExports();
}
