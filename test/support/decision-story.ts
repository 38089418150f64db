/** What a person sees and writes when the factory asks a question, on the real forge. */

import type { TaskId } from "../../src/domain/ids.js";
import type { FactoryState } from "../../src/engine/factory-state.js";
import { markerIn } from "../../src/render/marker.js";
import { afterTheSecond } from "../../src/sandbox/demo/person.js";
import { type ScriptedProduct, untilState } from "./scripted-product.js";
import { until } from "./until.js";

/** A comment with a command and a YAML payload. */
export const withYaml = (command: string, ...lines: string[]) => [command, "", "```yaml", ...lines, "```"].join("\n");

/** Waits for the comment whose marker begins with this key. */
export function commentWithKey({ person }: ScriptedProduct, issue: number, key: string): Promise<string> {
  return until(`${key} in #${issue}`, async () =>
    (await person.comments(issue)).find((body) => markerIn(body)?.startsWith(key) === true),
  );
}

/** Waits for the halted task: where its card is and what the card says. */
export async function haltedTask(product: ScriptedProduct, task: TaskId) {
  const state = await untilState(
    product,
    `${task} to halt`,
    ({ project }) => project?.tasks[task]?.status === "HALTED",
  );
  const halted = state.project?.tasks[task];
  const pull = halted?.pull_request ?? state.request.issue;
  const card = await commentWithKey(product, pull, `card:${halted?.escalation_ref}`);
  return { pull, card, reason: halted?.halted_reason ?? "" };
}

/** Posts a comment and returns the App's answer. */
export async function postAndAwaitAnswer(product: ScriptedProduct, issue: number, body: string): Promise<string> {
  await afterTheSecond();
  const { data } = await product.person.comment(issue, body);
  return commentWithKey(product, issue, `answer:${data.id}`);
}

/** Waits for the release. A halt on the way fails the test with its reason. */
export function untilReleased(product: ScriptedProduct): Promise<FactoryState> {
  return untilState(product, "the release", ({ project }) => {
    const halted = Object.entries(project?.tasks ?? {}).find(([, { status }]) => status === "HALTED");
    if (halted !== undefined) throw new Error(`${halted[0]} has halted: ${halted[1].halted_reason}`);
    return project?.status === "RELEASED";
  });
}

/** The status of each task, by the last digits of its id. */
export function statuses({ project }: FactoryState): Record<string, string> {
  return Object.fromEntries(Object.entries(project?.tasks ?? {}).map(([id, { status }]) => [id.slice(-3), status]));
}

/** The files of the default branch in these folders. */
export async function filesOnMain({ gitHub, forge }: ScriptedProduct, ...folders: string[]): Promise<string[]> {
  const { data } = await gitHub.rest.git.getTree({ ...forge.repo, tree_sha: "main", recursive: "1" });
  return data.tree
    .filter(({ type }) => type === "blob")
    .map(({ path }) => path)
    .filter((path) => folders.some((folder) => path.startsWith(`${folder}/`)))
    .sort();
}
