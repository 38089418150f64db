/** Every effect that carries text, performed with texts around GitHub's limits: of these cases `npm test` runs a sample. */
import { beforeAll, describe, expect, it } from "vitest";
import { GateRequest } from "../../../src/domain/gates/gate-request.js";
import type { GitHubEffect } from "../../../src/engine/effects/effect-table.js";
import { CHECK_TITLE_LIMIT } from "../../../src/render/check-digest.js";
import { cutLine } from "../../../src/render/cut.js";
import { BODY_LIMIT } from "../../../src/render/fit.js";
import { hiddenMarker } from "../../../src/render/marker.js";
import { type TestForge, useForge } from "../../support/forge.js";
import { gateRequest } from "../../support/gate-report.js";
import { openedPull, useGitHubAdapter } from "../../support/github-adapter.js";

const WORKFLOW = `name: factory gates
run-name: \${{ fromJSON(inputs.request).nonce }}
on: { workflow_dispatch: { inputs: { request: { required: true, type: string } } } }
jobs: { judge: { runs-on: ubuntu-latest, steps: [{ run: "true" }] } }
`;
/** One character, two UTF-16 units, two bytes, something Markdown counts, and a family in one sign. */
const CHARACTERS = { plain: "x", emoji: "😀", accent: "é", markup: "<", family: "👨‍👩‍👧" } as const;
const AROUND = { "one below": -1, "exactly at": 0, "one above": 1, "far above": 40_000 } as const;

/** A text of this many UTF-16 units, the last of them plain where the character does not divide them. */
function textOf(character: string, units: number): string {
  return character.repeat(Math.floor(units / character.length)).padEnd(units, "x");
}

export const CASES = Object.entries(CHARACTERS).flatMap(([name, character]) =>
  Object.entries(AROUND).map(([where, by]) => ({ name, where, character, by })),
);

type Written = Parameters<ReturnType<typeof useGitHubAdapter>["perform"]>[0];
type Pull = { readonly number: number; readonly head: string; readonly thread: number };
type Place = { readonly local: TestForge; readonly base: string; readonly pull: Pull };
type Text = { readonly body: string; readonly title: string };
type Size = { readonly character: string; readonly by: number };
type Build = (key: string, text: Text, place: Place, size: Size) => Written | Promise<Written>;

/** GitHub's own, of the texts that are shorter than a title. */
const LABEL = { name: 50, description: 100 } as const;
/** A title is 256 long wherever GitHub does not say otherwise. */
const TITLE_LIMITS: Readonly<Record<string, number>> = { "a check run": CHECK_TITLE_LIMIT };

/** Every effect, by the text it carries that people or roles have a say in; a new one does not compile before it is decided. */
export const TEXTS_OF: Readonly<Record<GitHubEffect["kind"], readonly string[]>> = {
  say: ["a comment"],
  "keep-comment": ["a comment that is kept"],
  reply: ["a reply"],
  "post-review": ["a review"],
  "keep-check-run": ["a check run"],
  "propose-files": ["a pull request"],
  "merge-pull-request": ["a merge"],
  "commit-files": ["a commit"],
  "restore-tree": ["a tree put back"],
  "put-back-files": ["files put back"],
  "create-labels": ["a label's name", "a label's description"],
  "dispatch-gates": ["a request for gates"],
  "publish-release": ["a release"],
  // Words of a list, names of labels and accounts that are there, or nothing at all.
  react: [],
  "keep-marks": [],
  "update-branch": [],
  "remove-comment": [],
  "close-pull-request": [],
};

/** Every effect that carries text, made of a body and a title of these lengths. */
export const KINDS: Readonly<Record<string, Build>> = {
  "a comment": (key, { body }, { pull: { number } }) => ({
    kind: "say",
    key,
    issue: number,
    body: `${hiddenMarker(key)}\n${body}`,
  }),
  "a comment that is kept": (key, { body }, { pull: { number } }) => ({
    kind: "keep-comment",
    key,
    issue: number,
    body: `${hiddenMarker(key)}\n${body}`,
  }),
  "a review": (key, { body }, { pull: { number, head } }) => ({
    kind: "post-review",
    key,
    number,
    head,
    body,
    comments: [
      { path: "factory-texts.txt", line: 1, body },
      { path: "elsewhere.txt", line: 1, body },
    ],
  }),
  "a check run": (key, { body, title }, { pull: { head } }) => ({
    kind: "keep-check-run",
    key,
    name: "factory / gates",
    head,
    status: { kind: "completed", conclusion: "failure" },
    title,
    summary: body,
    text: body,
    annotations: [{ path: "factory-texts.txt", line: 1, level: "failure", title, message: body }],
    actions: [],
  }),
  "a pull request": (key, { body, title }, { base }) => ({
    kind: "propose-files",
    key,
    branch: `factory/text-${key}`,
    base,
    files: [{ path: `${key}.md`, text: "text\n" }],
    commitMessage: "Add a text",
    title,
    body,
    writesWorkflows: false,
  }),
  "a reply": (key, { body }, { pull: { number, thread } }) => ({
    kind: "reply",
    key,
    issue: number,
    thread,
    body: `${hiddenMarker(key)}\n${body}`,
  }),
  "a merge": async (key, { body, title }, { local }) => ({
    kind: "merge-pull-request",
    key,
    ...(await openedPull(local, { branch: `factory/merge-${key}` })),
    title,
    message: body,
  }),
  "a commit": async (key, { body, title }, { local }) => {
    const branch = `factory/commit-${key}`;
    const { head: parent } = await openedPull(local, { branch });
    const files = [{ path: `${key}.md`, text: "text\n" }];
    return { kind: "commit-files", key, branch, parent, files, deletions: [], message: `${title}\n\n${body}` };
  },
  "a label's name": (key, _text, _place, { character, by }) => ({
    kind: "create-labels",
    key,
    labels: [
      { name: `${key} ${textOf(character, LABEL.name + by - key.length - 1)}`, color: "ededed", description: "" },
    ],
  }),
  "a label's description": (key, _text, _place, { character, by }) => ({
    kind: "create-labels",
    key,
    labels: [{ name: key, color: "ededed", description: textOf(character, LABEL.description + by) }],
  }),
  "a tree put back": async (key, { body, title }, { local, base }) => {
    const branch = `factory/back-${key}`;
    const { head: parent } = await openedPull(local, { branch });
    return { kind: "restore-tree", key, branch, parent, to: base, files: [], message: `${title}\n\n${body}` };
  },
  "files put back": async (key, { body, title }, { local }) => {
    const branch = `factory/files-${key}`;
    const { head: parent } = await openedPull(local, { branch });
    return { kind: "put-back-files", key, branch, parent, back: [], files: [], message: `${title}\n\n${body}` };
  },
  // The one text in it has a bound of its own, and all inputs of a run together may have 65,535 characters.
  "a request for gates": (key, { title }) => ({
    kind: "dispatch-gates",
    key,
    request: GateRequest.parse(gateRequest({ nonce: key.padStart(32, "0"), skip_suite: cutLine(title, 300) })),
  }),
  "a release": (key, { body, title }, { base }) => ({
    kind: "publish-release",
    key: `v0.0.${key}`,
    commit: base,
    name: title,
    notes: body,
  }),
};

/** A forge, a pull request with a review thread, and the adapter, for the tests of one describe block. */
export function useTextPlace() {
  const local = useForge({
    files: { "SPEC.md": "# A\n", ".github/workflows/factory-gates.yml": WORKFLOW },
    performRun: () => ({ done: Promise.resolve(), cancel() {}, halt() {} }),
  });
  const { perform } = useGitHubAdapter(local);
  const made: { place?: Place } = {};
  beforeAll(async () => {
    const pull = await openedPull(local, { branch: "factory/texts" });
    const at = { pull_number: pull.number, commit_id: pull.head, path: "factory-texts.txt", line: 1 };
    const begun = await local.as("write").rest.pulls.createReviewComment({ ...local.at, ...at, body: "why?" });
    const main = await (await local.bot()).rest.git.getRef({ ...local.at, ref: "heads/main" });
    made.place = { local, base: main.data.object.sha, pull: { ...pull, thread: begun.data.id } };
  });
  const place = (): Place => {
    if (made.place === undefined) throw new Error("there is nothing to write on before the tests begin");
    return made.place;
  };
  return { local, perform, place };
}

/** Whether the case in this row is tried for this kind by `npm test`: a fifth of them, other ones for each kind. */
export const isSampled = (row: number, kind: number): boolean => (row + kind) % 5 === 0;

/** Each kind has a forge of its own: one that holds hundreds of pull requests answers slowly. */
export function describeTexts(cases: (kind: number) => readonly (typeof CASES)[number][]): void {
  describe.each(Object.entries(KINDS))("the text of %s", (kind, build) => {
    const { perform, place } = useTextPlace();
    const number = Object.keys(KINDS).indexOf(kind);

    it.each(cases(number))(
      "of $name characters, $where the limit, is written once and never refused",
      async ({ character, by, name, where }) => {
        const row = CASES.findIndex((known) => known.name === name && known.where === where);
        const text = {
          body: textOf(character, BODY_LIMIT + by),
          title: textOf(character, (TITLE_LIMITS[kind] ?? 256) + by),
        };
        const effect = await build(`${number + 1}${row}`, text, place(), { character, by });
        expect(await perform(effect)).toBeTruthy();
        expect(await perform(effect)).toBe(false);
      },
    );
  });
}
