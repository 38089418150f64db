import { describe, expect, it } from "vitest";
import { waitWords } from "../../../src/cli/status/wait-words.js";
import type { Wait } from "../../../src/engine/wait.js";
import { waitsOf } from "../../../src/engine/waits.js";
import { aConfig } from "../../support/config.js";
import { SCENES, type Scene } from "../../support/decision-scenes.js";
import { situation } from "../../support/release.js";
import { sceneWait } from "../../support/wait-scenes.js";

describe("who has the state branch alone", () => {
  it.each(Object.entries(SCENES))("is told the same at %s", (_what, { state, seen, files }: Scene) => {
    const view = situation(state, seen, { files });
    const turns = (waits: readonly Wait[]) => waits.map(({ who, task, decision }) => ({ who, task, decision }));
    const alone = { state: view.state, config: aConfig(), files: new Map(), observed: null, now: null, pending: [] };
    expect(turns(waitsOf(alone))).toEqual(turns(waitsOf(view)));
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
