import type { ContentBlockParam, TextBlockParam } from "@anthropic-ai/sdk/resources/messages";
import type { Given } from "../model-port.js";

/** One message of a conversation, ours or the model's. */
export type Message = { readonly role: "user" | "assistant"; readonly content: ContentBlockParam[] };

/** Everything up to a block that carries this is cached by the provider for five minutes. */
export const CACHED = { cache_control: { type: "ephemeral" } } as const;

/** The first message: what the role is given, the part that does not change from call to call first, so that it is cached. */
export function opening(given: readonly Given[]): Message {
  if (given.length === 0) throw new TypeError("a role is asked about something: at least one given is needed");
  const stable = given.filter((one) => one.stable);
  const changing = given.filter((one) => !one.stable);
  const blocks = [...stable, ...changing].map(
    ({ title, text }, index): TextBlockParam => ({
      type: "text",
      text: `# ${title}\n\n${text}`,
      ...(index === stable.length - 1 ? CACHED : {}),
    }),
  );
  return { role: "user", content: blocks };
}
