/** Who may do what, where and how: every cell of the table, decided by the loop itself. */
import { describe, expect, it } from "vitest";
import { allCommands } from "../../src/commands/all-commands.js";
import { mayRun } from "../../src/commands/authorise.js";
import type { FactoryEvent } from "../../src/engine/event.js";
import type { FactoryState } from "../../src/engine/factory-state.js";
import type { Actor, Observed } from "../../src/engine/observation.js";
import { onlyCommand } from "../support/commands.js";
import { aConfig } from "../support/config.js";
import { ONLY_ANSWER, SCENES, type Scene, sceneOf } from "../support/decision-scenes.js";
import { pullsWith } from "../support/halted.js";
import { type decideOn as Decide, decideOn, label, REQUEST, say, shown, specPull, TASK_PULL } from "../support/loop.js";
import { HEAD, person } from "../support/observed.js";

const COMMANDS = allCommands();

type Role = {
  readonly name: string;
  readonly role: string | null;
  readonly isApprover: boolean;
  readonly may: boolean;
};
const role = (name: string, may: boolean): Role => ({ name, role: name, isApprover: false, may });
const ROLES: readonly Role[] = [
  role("admin", true),
  role("maintain", true),
  role("write", true),
  role("triage", false),
  role("read", false),
  role("none", false),
  role("a role of the organisation's own", false),
  { name: "a lookup that failed", role: null, isApprover: false, may: false },
  { name: "none, but in approvers", role: "none", isApprover: true, may: true },
  { name: "a lookup that failed, but in approvers", role: null, isApprover: true, may: false },
];

type Kind = { readonly name: string; readonly type: string; readonly login: string; readonly may: boolean };
const KINDS: readonly Kind[] = [
  { name: "a person", type: "User", login: "eve", may: true },
  { name: "an outside collaborator", type: "User", login: "guest", may: true },
  { name: "a bot", type: "Bot", login: "helper[bot]", may: false },
  { name: "a bot that says it is a user", type: "User", login: "helper[bot]", may: false },
  { name: "an organisation", type: "Organization", login: "acme", may: false },
  { name: "a mannequin", type: "Mannequin", login: "old-eve", may: false },
  { name: "an account that is gone", type: "Unknown", login: "ghost", may: false },
];

type Who = {
  readonly actor: Actor;
  readonly config: ReturnType<typeof aConfig>;
  readonly may: boolean;
  readonly isApprover: boolean;
  readonly name: string;
};
const EVERYBODY: readonly Who[] = ROLES.flatMap((of) =>
  KINDS.map((kind) => ({
    actor: { login: kind.login, type: kind.type, role: of.role },
    config: aConfig({ approvers: of.isApprover ? [kind.login] : [] }),
    may: of.may && kind.may,
    isApprover: of.isApprover,
    name: `${kind.name} (${of.name})`,
  })),
);

/** Everything that a decision changes; what was read and what is to be said about it is no decision. */
function effectOf(decision: ReturnType<typeof Decide>): string {
  const {
    inbox: _inbox,
    noted: _noted,
    heard: _heard,
    written: _answers,
    updated_at: _at,
    ...rest
  } = decision.state ?? ({} as FactoryState);
  const text = JSON.stringify(rest);
  // Who decided it is not what was decided.
  return text.replaceAll(/"(?:eve|guest|helper\[bot\]|acme|old-eve|ghost|ada)"/g, '"who"');
}

type Played = Omit<Scene, "places">;
const decideIn = (
  { state, seen, files }: Played,
  more: Partial<Observed>,
  config = aConfig(),
  given: FactoryEvent[] = [],
) => decideOn(state, { ...seen, ...more }, { files, config, given });

const CIRCUMSTANCES = [true, false].flatMap((isEdited) =>
  [true, false].flatMap((isDeleted) =>
    [true, false].flatMap((isViaApp) =>
      (["conversation", "review"] as const).map((thread) => ({ isEdited, isDeleted, isViaApp, thread })),
    ),
  ),
);

const AT = "2026-03-01T13:30:00Z";

/** Each role once as a person, each kind of actor once with every right. */
const ONE_OF_EACH = EVERYBODY.filter(
  ({ actor, isApprover }) => actor.login === "eve" || (actor.role === "admin" && !isApprover),
);

describe.each(COMMANDS.map((row) => [row.verb, row] as const))("%s", (verb, { where }) => {
  const { scene, words } = sceneOf(verb);
  const { places } = scene;
  const nothing = effectOf(decideIn(scene, {}));
  const comment = (issue: number, author: Actor, edited = false) =>
    say(words, { id: 70, issue, author, edited, createdAt: AT });

  it(
    ONLY_ANSWER.includes(verb) ? "decides nothing" : "decides something where it belongs, for somebody who may",
    () => {
      const effects = places.map((issue) =>
        effectOf(decideIn(scene, { comments: [comment(issue, person("ada", "write"))] })),
      );
      expect(effects.some((effect) => effect !== nothing)).toBe(!ONLY_ANSWER.includes(verb));
    },
  );

  it("does in a comment for everybody who may what it does for an admin, and nothing for anybody else", () => {
    for (const issue of places) {
      const ada = { login: "ada", type: "User", role: "admin" };
      const reference = effectOf(decideIn(scene, { comments: [comment(issue, ada)] }));
      for (const { actor, config, may, name } of ONE_OF_EACH) {
        const done = effectOf(decideIn(scene, { comments: [comment(issue, actor)] }, config));
        expect(done, `${verb} by ${name}`).toBe(may ? reference : nothing);
      }
    }
  });

  it("does nothing for anybody when edited, by an App in their name, in the App's own words, elsewhere, or in a review thread", () => {
    for (const { actor, config, name } of ONE_OF_EACH.filter(({ may }) => may)) {
      const own = { ...comment(REQUEST, actor), own: true };
      const remark = {
        id: 9,
        pull: TASK_PULL,
        author: actor,
        path: "src/tag.ts",
        line: 1,
        thread: 9,
        body: words,
        createdAt: AT,
      };
      const edited = comment(places.at(-1) ?? REQUEST, actor, true);
      const inTheirName = { ...comment(places.at(-1) ?? REQUEST, actor), viaApp: true };
      for (const seen of [
        { comments: [edited] },
        { comments: [inTheirName] },
        { comments: [own] },
        { comments: [comment(99, actor)] },
        { remarks: [remark] },
      ])
        expect(effectOf(decideIn(scene, seen, config)), `${verb} by ${name}`).toBe(nothing);
    }
  });

  it("is refused in every cell that does not allow it", () => {
    const command = onlyCommand(words);
    const open = where === "anywhere" ? [] : [where];
    for (const { actor, config, may, name } of EVERYBODY) {
      for (const { thread, ...circumstance } of CIRCUMSTANCES) {
        const author = { login: actor.login, type: actor.type, roleName: actor.role, ...circumstance };
        const { ok } = mayRun({ command, author, approvers: config.approvers, target: { thread, open } });
        const allowed = may && !Object.values(circumstance).includes(true) && thread === "conversation";
        expect(ok, `${verb} by ${name}: ${JSON.stringify(circumstance)}, in a ${thread}`).toBe(allowed);
      }
    }
  });
});

describe("a button under a check run", () => {
  const scene = {
    ...SCENES["a halted task"],
    seen: { pulls: pullsWith({}).filter(({ number }) => number === TASK_PULL) },
  };
  const press = (button: "retry" | "pause" | "continue" | "rerun", by: Actor): FactoryEvent => ({
    kind: "button-pressed",
    at: AT,
    button,
    by,
    check: 900,
    head: HEAD,
  });

  it.each(["retry", "pause", "continue", "rerun"] as const)(
    "%s obeys whoever may command, and nobody else",
    (button) => {
      const nothing = effectOf(decideIn(scene, {}));
      const reference = effectOf(
        decideIn(scene, {}, aConfig(), [press(button, { login: "ada", type: "User", role: "admin" })]),
      );
      if (button !== "continue") expect(reference).not.toBe(nothing);
      for (const { actor, config, may, name } of EVERYBODY) {
        const done = effectOf(decideIn(scene, {}, config, [press(button, actor)]));
        expect(done, `${button} by ${name}`).toBe(may ? reference : nothing);
      }
    },
  );
});

describe("what GitHub itself offers", () => {
  it("a label asks for a product only when somebody put it on who may", () => {
    for (const { actor, config, may, name } of EVERYBODY) {
      const { state } = decideOn(null, { requests: [{ ...label, labelledBy: actor }] }, { config });
      expect(state === null, `label by ${name}`).toBe(!may);
    }
  });

  it("an approving review approves the spec only when somebody gave it who may, of the head that shows it", () => {
    for (const { actor, config, may, name } of EVERYBODY) {
      for (const [head, counts] of [
        [HEAD, may],
        ["f".repeat(40), false],
      ] as const) {
        const pulls = [{ ...specPull, approvals: [{ by: actor, at: AT, head }] }];
        const { state } = decideOn(shown, { pulls }, { config });
        expect(state?.product?.phase, `review by ${name}`).toBe(counts ? "approved" : "awaiting-approval");
      }
    }
  });

  it("a merge of the spec by hand approves it, by a bot it does not", () => {
    const merged = (closedBy: string) => {
      const pulls = [{ ...specPull, state: "merged", mergeSha: HEAD, closedBy } as const];
      return decideOn(shown, { pulls }).state?.product?.phase;
    };
    expect(merged("eve")).toBe("approved");
    expect(merged("automerge[bot]")).toBe("awaiting-approval");
  });
});
