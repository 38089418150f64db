import { mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Confinement } from "../../../src/gates/run/confine.js";
import { probeConfinement } from "../../../src/gates/run/probe-confinement.js";
import { onPath } from "../search-path.js";

/** The programs of each kind. */
const MADE_OF = { bubblewrap: ["bwrap"], namespaces: ["unshare", "setpriv", "sudo"] } as const;

/** The confinement that only this kind's programs provide. A probe of all kinds stops at the strongest. */
export async function probeAlone(kind: keyof typeof MADE_OF): Promise<Confinement> {
  const folder = mkdtempSync(join(tmpdir(), "factory-test-programs-"));
  try {
    for (const name of MADE_OF[kind]) {
      const file = onPath(name);
      if (file !== undefined) symlinkSync(file, join(folder, name));
    }
    const found = await probeConfinement(folder);
    return found.kind === "bubblewrap" ? { ...found, bwrap: realpathSync(found.bwrap) } : found;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
