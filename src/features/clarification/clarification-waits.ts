import type { Wait, WaitView } from "../../engine/wait.js";
import { isPaused } from "../pause/is-paused.js";

/** What people are asked before the first draft. */
export function clarificationWaits({ state }: WaitView): Wait[] {
  const { product, request } = state;
  if (product?.phase !== "asking" || isPaused(state)) return [];
  const given = new Set(product.answers.map(({ question }) => question));
  const open = product.questions.flatMap((each, index) =>
    given.has(index + 1) ? [] : [`${index + 1}${each.default}`],
  );
  const answer = `/factory answer ${open.join(" ")}`;
  const count = open.length === 1 ? "your answer to a question" : `your answers to ${open.length} questions`;
  const words = `${count} in #${request.issue}, or \`/factory continue\` for the defaults`;
  return [{ who: "person", for: words, since: product.asked_at, commands: [answer, "/factory continue"] }];
}
