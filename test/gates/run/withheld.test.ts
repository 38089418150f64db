import { describe, expect, it } from "vitest";
import { isBlocking } from "../../../src/domain/validation/gate-status.js";
import type { Confinement } from "../../../src/gates/run/confine.js";
import { withheldFinding, withheldFor, withheldStep } from "../../../src/gates/run/withheld.js";

const NONE: Confinement = { kind: "none", reason: "bubblewrap is not installed" };
const CONFINED: readonly Confinement[] = [
  { kind: "bubblewrap", bwrap: "/usr/bin/bwrap", disableUserns: true },
  { kind: "namespaces", sudo: [], user: { uid: 65_534, gid: 65_534 } },
];

describe("commands of the candidate", () => {
  it.each(CONFINED)("run where $kind confines them, whatever the configuration says", (confinement) => {
    expect(withheldFor(confinement, "required")).toBeUndefined();
    expect(withheldFor(confinement, "preferred")).toBeUndefined();
  });

  it("run unconfined only where the configuration accepts that", () => {
    expect(withheldFor(NONE, "preferred")).toBeUndefined();
    expect(withheldFor(NONE, "required")).toMatchObject({ reason: "bubblewrap is not installed" });
  });

  it("that do not run are NOT_RUN, with the reason and what to do, and that blocks", () => {
    const withheld = withheldFor(NONE, "required");
    if (withheld === undefined) throw new TypeError("nothing confines them");
    const found = withheldFinding(withheld);
    expect(found).toMatchObject({ status: "NOT_RUN", details: { nothingConfines: "bubblewrap is not installed" } });
    expect(isBlocking(found.status)).toBe(true);
    expect(found.message).toContain("nothing on this machine confines code under test (bubblewrap is not installed)");
    expect(found.fix).toMatch(
      /Install bubblewrap.*apparmor_restrict_unprivileged_userns.*gates\.confinement: preferred/,
    );
    expect(withheldStep("setup", withheld)).toMatchObject({ status: "NOT_RUN", required: true, exit_code: null });
  });

  it("that do not run say how to run them in the words of whoever was started", () => {
    expect(withheldFor(NONE, "required", "Say --unconfined.")?.fix).toMatch(/ Say --unconfined\.$/);
  });
});
