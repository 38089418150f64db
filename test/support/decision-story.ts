/** What a person sees and says when the factory asks them something, on the real forge. */

import type { TaskId } from "../../src/domain/ids.js";
import type { FactoryState } from "../../src/engine/factory-state.js";
import { markerIn } from "../../src/render/marker.js";
import { afterTheSecond } from "../../src/sandbox/demo/person.js";
import { type ScriptedProduct, untilState } from "./scripted-product.js";
import { until } from "./until.js";

/** A whole comment with a YAML payload. */
export const withYaml = (command: string, ...lines: string[]) => [command, "", "```yaml", ...lines, "```"].join("\n");

/** The comment whose marker begins like this, as soon as it stands there. */
export function saidIn({ person }: ScriptedProduct, issue: number, key: string): Promise<string> {
  return until(`${key} in #${issue}`, async () =>
    (await person.comments(issue)).find((body) => markerIn(body)?.startsWith(key) === true),
  );
}

/** The halted task, where its card is and what it says: whoever answers has read it. */
export async function haltedTask(product: ScriptedProduct, task: TaskId) {
  const state = await untilState(
    product,
    `${task} to halt`,
    ({ project }) => project?.tasks[task]?.status === "HALTED",
  );
  const halted = state.project?.tasks[task];
  const pull = halted?.pull_request ?? state.request.issue;
  const card = await saidIn(product, pull, `card:${halted?.escalation_ref}`);
  return { pull, card, reason: halted?.halted_reason ?? "" };
}

/** Says something and brings the one answer to it. */
export async function sayAndHear(product: ScriptedProduct, issue: number, body: string): Promise<string> {
  await afterTheSecond();
  const { data } = await product.person.comment(issue, body);
  return saidIn(product, issue, `answer:${data.id}`);
}

/** The project as it was released; a halt on the way is said with its reason. */
export function untilReleased(product: ScriptedProduct): Promise<FactoryState> {
  return untilState(product, "the release", ({ project }) => {
    const halted = Object.entries(project?.tasks ?? {}).find(([, { status }]) => status === "HALTED");
    if (halted !== undefined) throw new Error(`${halted[0]} has halted: ${halted[1].halted_reason}`);
    return project?.status === "RELEASED";
  });
}

/** How each task stands, by the last digits of its id. */
export function statuses({ project }: FactoryState): Record<string, string> {
  return Object.fromEntries(Object.entries(project?.tasks ?? {}).map(([id, { status }]) => [id.slice(-3), status]));
}

/** Files of the default branch under these folders. */
export async function filesOnMain({ gitHub, forge }: ScriptedProduct, ...folders: string[]): Promise<string[]> {
  const { data } = await gitHub.rest.git.getTree({ ...forge.repo, tree_sha: "main", recursive: "1" });
  return data.tree
    .filter(({ type }) => type === "blob")
    .map(({ path }) => path)
    .filter((path) => folders.some((folder) => path.startsWith(`${folder}/`)))
    .sort();
}
