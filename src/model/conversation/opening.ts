import type { Message, TextBlock } from "../message.js";
import type { Given } from "../model-port.js";

/** The first message: the role's input. The part that is the same in every call comes first, so that it is cached. */
export function opening(given: readonly Given[]): Message {
  if (given.length === 0) throw new TypeError("a role is asked about something: at least one given is needed");
  const stable = given.filter((one) => one.stable);
  const changing = given.filter((one) => !one.stable);
  const blocks = [...stable, ...changing].map(
    ({ title, text }, index): TextBlock => ({
      kind: "text",
      text: `# ${title}\n\n${text}`,
      ...(index === stable.length - 1 ? { stableUpToHere: true } : {}),
    }),
  );
  return { role: "user", content: blocks };
}
