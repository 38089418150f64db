import { describe, expect, it } from "vitest";
import type { Decision } from "../../../src/engine/decide.js";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import { FactoryState as FactoryStateSchema } from "../../../src/engine/factory-state.js";
import type { ObservedComment } from "../../../src/engine/observation.js";
import { aConfig } from "../../support/config.js";
import { haltOf, pullsWith, sayHere } from "../../support/halted.js";
import { decideOn, FIRST_TASK, pendingKinds, planning, REQUEST, stateOf, TASK_PULL } from "../../support/loop.js";
import { comment } from "../../support/observed.js";

const MOST = 5;
const configOf = (max_comments_per_task: number) =>
  aConfig({ budgets: { ...aConfig().budgets, max_comments_per_task } });
const config = configOf(MOST);
const pulls = pullsWith({});
const halted = haltOf();
/** Its card stands. */
const asked = stateOf(decideOn(halted.state, { pulls }, { files: halted.files }));
const having = (count: number, state: FactoryState = asked): FactoryState => ({
  ...state,
  inbox: { ...state.inbox, pending: [] },
  written: { [FIRST_TASK]: count },
});
const on = (state: FactoryState, comments: ObservedComment[] = [], also = config) =>
  decideOn(state, { pulls, comments }, { files: halted.files, config: also });
const own = (issue: number, body: string, id: number, createdAt: string) =>
  comment({ id, issue, body, own: true, createdAt, author: { login: "factory[bot]", type: "Bot", role: null } });
const kept = ({ pending }: Decision) =>
  pending.flatMap((effect) => (effect.kind === "keep-comment" && effect.issue === TASK_PULL ? [effect] : []));
const said = ({ pending }: Decision) =>
  pending.flatMap((effect) => (effect.kind === "say" && effect.issue === TASK_PULL ? [effect.body] : []));

describe("the count of what is written for a task", () => {
  it("has the comments in its pull request, and no others", () => {
    const { written: _none, ...before } = having(1);
    const here = stateOf(on(before, [sayHere("/factory status")], configOf(60)));
    expect(here.written).toEqual({ [FIRST_TASK]: 1 });
    const there = stateOf(on(before, [sayHere("/factory status", { issue: REQUEST })], configOf(60)));
    expect(there.written).toBeUndefined();
    expect(FactoryStateSchema.parse(here).written).toEqual(here.written);
  });
});

describe("a task that has reached its limit of comments", () => {
  const full = having(MOST);

  it("halts before its next question, in a card that names the setting", () => {
    expect(pendingKinds(on(having(MOST - 1, planning)))).toContain("ask-role");
    const stopped = on(having(MOST, planning));
    expect(pendingKinds(stopped)).not.toContain("ask-role");
    expect(stopped.state?.project?.tasks[FIRST_TASK]?.status).toBe("HALTED");
    const files = new Map([...halted.files, ...stopped.files.map(({ path, text }) => [path, text] as const)]);
    const carded = decideOn(stateOf(stopped), { pulls }, { files, config });
    expect(said(carded).join("\n")).toContain("budgets.max\\_comments\\_per\\_task");
    expect(said(carded)).toHaveLength(1);
  });

  it("gets reactions as answers, and one comment that is kept up to date", () => {
    const decision = on(full, [sayHere("/factory status")]);
    expect(said(decision)).toEqual([]);
    expect(decision.pending).toContainEqual(expect.objectContaining({ kind: "react", comment: 60, content: "+1" }));
    expect(kept(decision)).toMatchObject([{ key: `last-word:${TASK_PULL}` }]);
    expect(kept(decision)[0]?.body).toContain("[To this comment](#issuecomment-60): The status comment of #3");
    expect(decision.state?.written).toEqual({ [FIRST_TASK]: MOST });
  });

  it("has no pending effect once that is posted, and forgets it with the next command, whose answer replaces it", () => {
    const first = on(full, [sayHere("/factory status")]);
    const card = own(TASK_PULL, kept(first)[0]?.body ?? "", 90, "2026-03-01T13:31:00Z");
    const settled = on(stateOf(first), [sayHere("/factory status"), card]);
    expect(settled.events).toEqual([]);
    expect(settled.pending.filter(({ kind }) => kind === "react")).toEqual([]);
    expect(kept(settled)).toEqual([]);
    const later = sayHere("/factory help retry", { id: 61, createdAt: "2026-03-01T13:40:00Z" });
    const second = on(stateOf(first), [sayHere("/factory status"), card, later]);
    expect(second.state?.inbox.pending.map(({ key }) => key)).toEqual(["answer:61"]);
    expect(kept(second)[0]?.body).toContain("issuecomment-61");
    expect(kept(second)[0]?.body).not.toContain("issuecomment-60");
  });

  it("is resumed by whoever may decide, and then has as many comments as before", () => {
    const retried = on(full, [sayHere("/factory retry")]);
    expect(retried.state?.project?.tasks[FIRST_TASK]?.status).toBe("IN_PROGRESS");
    expect(retried.state?.written?.[FIRST_TASK] ?? 0).toBeLessThan(MOST);
    const given = on(full, [sayHere("/factory abandon Nobody needs it.")]);
    expect(given.state?.project?.tasks[FIRST_TASK]?.status).toBe("ABANDONED");
  });

  it("posts and works again once the limit is raised", () => {
    const retried = on(full, [sayHere("/factory retry")], configOf(MOST + 5));
    expect(retried.state?.project?.tasks[FIRST_TASK]?.status).toBe("IN_PROGRESS");
    expect(said(retried)).toHaveLength(1);
    expect(kept(retried)).toEqual([]);
  });
});

describe("an account of a person that answers every comment of the App with a command", () => {
  it("ends in one comment, however long it goes on", () => {
    const patient = aConfig({ budgets: { ...config.budgets, max_commands_per_user_per_hour: 1_000 } });
    const spoken: ObservedComment[] = [sayHere("/factory status", { id: 100, createdAt: "2026-03-01T13:30:00Z" })];
    let state = having(0);
    for (let round = 1; round < 30; round += 1) {
      const createdAt = `2026-03-01T14:${String(round).padStart(2, "0")}:00Z`;
      const decision = on(state, spoken, patient);
      state = stateOf(decision);
      for (const body of said(decision)) {
        spoken.push(own(TASK_PULL, body, 100 + spoken.length, createdAt));
        spoken.push(sayHere("/factory status", { id: 100 + spoken.length, createdAt }));
      }
      for (const { body } of kept(decision)) spoken.push(own(TASK_PULL, body, 100 + spoken.length, createdAt));
    }
    const ours = spoken.filter((one) => one.own);
    expect(ours).toHaveLength(MOST + 1);
    expect(ours.at(-1)?.body).toContain("## No more comments here");
    expect(on(state, spoken, patient).pending.map(({ kind }) => kind)).not.toContain("say");
  });
});
