import { describe, expect, it } from "vitest";
import { type CodeToRun, chooseConfinement } from "../../src/cli/choose-confinement.js";
import type { Confinement } from "../../src/gates/run/confine.js";

const NONE: Confinement = { kind: "none", reason: "bubblewrap is not installed" };
const SOME: Confinement = { kind: "bubblewrap", bwrap: "/usr/bin/bwrap", disableUserns: true };
const code = (changes: Partial<CodeToRun> = {}): CodeToRun => ({
  model: "anthropic",
  replayed: false,
  unconfined: false,
  ...changes,
});

describe("whether code may run unconfined in the demo and the sandbox", () => {
  it.each<[string, CodeToRun, "required" | "preferred"]>([
    ["the demo's own", code({ model: "recorded" }), "preferred"],
    ["somebody's recordings", code({ model: "recorded", replayed: true }), "required"],
    ["a real model's", code(), "required"],
    ["a real model's, where somebody accepts it", code({ unconfined: true }), "preferred"],
  ])("%s code runs confined where it can be, and nothing is said", (_whose, given, policy) => {
    expect(chooseConfinement(given, SOME)).toEqual({ ok: true, value: { policy, warning: undefined } });
  });

  it.each([
    ["the demo's own", code({ model: "recorded" }), "The demo's code is known, so it runs"],
    ["a real model's, where somebody accepts it", code({ unconfined: true }), "As you asked, code runs"],
  ])("%s code runs where nothing confines it, which is said with the reason", (_whose, given, words) => {
    const chosen = chooseConfinement(given, NONE);
    expect(chosen).toMatchObject({ ok: true, value: { policy: "preferred" } });
    const warning = chosen.ok ? chosen.value.warning : "";
    expect(warning).toContain("Nothing confines code on this machine: bubblewrap is not installed.");
    expect(warning).toContain(words);
  });

  it.each([
    ["a real model", code()],
    ["somebody's recordings", code({ model: "recorded", replayed: true })],
  ])("code of %s does not, and the refusal says what to do", (_whose, given) => {
    const { refusal } = chooseConfinement(given, NONE) as { refusal?: { message: string } };
    expect(refusal?.message).toContain("nothing confines code on this machine: bubblewrap is not installed");
    expect(refusal?.message).toContain("Install bubblewrap, or add --unconfined");
  });
});
