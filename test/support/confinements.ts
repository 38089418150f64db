/** The confinements that tests try. Each is probed alone, because a probe stops at the strongest. */
import { it } from "vitest";
import type { Confinement } from "../../src/gates/run/confine.js";
import { probeAlone } from "./programs/probe-alone.js";
import type { ProgramName } from "./programs/program-table.js";

/** One kind of confinement and the programs it needs. Unconfined needs none. */
export type TriedConfinement = {
  readonly name: string;
  readonly needs: readonly ProgramName[];
  readonly by: Confinement;
};

export const CONFINEMENTS: readonly TriedConfinement[] = [
  { name: "bubblewrap", needs: ["bubblewrap"], by: await probeAlone("bubblewrap") },
  { name: "namespaces", needs: ["namespaces"], by: await probeAlone("namespaces") },
];

/** A test that is skipped, and counted, where its confinement does not work. */
export const needing = (needs: readonly ProgramName[]) => (title: string, run: () => Promise<void> | void) =>
  it(title, { tags: [...needs] }, run);
