import { describe, expect, it } from "vitest";
import { waitWords } from "../../../src/cli/status/wait-words.js";
import type { Wait } from "../../../src/engine/wait.js";
import { waitingFor, waitsOfState } from "../../../src/features/status/waits.js";
import { SCENES, type Scene } from "../../support/decision-scenes.js";
import { situation } from "../../support/release.js";
import { sceneWait } from "../../support/wait-scenes.js";

describe("who has the state branch alone", () => {
  it.each(Object.entries(SCENES))("is told the same at %s", (_what, { state, seen, files }: Scene) => {
    const there = waitingFor(situation(state, seen, { files }));
    const turns = (waits: readonly Wait[]) => waits.map(({ who, task, decision }) => ({ who, task, decision }));
    expect(turns(waitsOfState(state, new Map()))).toEqual(turns(there));
  });

  it.each([
    ["the spec", sceneWait("a spec that waits"), /#4: `\/factory approve`, `\/factory amend <feedback>` or `.*>`$/],
    ["a halt", sceneWait("a halted task"), / Recommended: `\/factory fix`; its card has every answer$/],
    ["an amendment", sceneWait("a contract amendment"), /way\. Say `\/factory amendment accept` or `.* <reason>`$/],
    ["a pause", sceneWait("a pause"), /^`\/factory resume`$/],
  ])("is told what to say about %s, once", (_what, found, words) => {
    expect(found === undefined ? "" : waitWords(found)).toMatch(words);
  });
});
