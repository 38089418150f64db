/**
 * The sentences of the conversation itself, the same for every role: what was refused, cleared or is still missing. A
 * role's purpose is in its prompt.
 */

export function submitDescription(name: string): string {
  return `Hand in your answer and end the task. Call ${name} once, when everything is done; nothing can be added afterwards.`;
}

/** The exact problems, not a summary: the role can only correct what it knows. */
export function notAccepted(problems: readonly string[], triesLeft: number): string {
  const tries = triesLeft === 1 ? "This is the last try." : `${triesLeft} tries are left.`;
  return `Your answer was not accepted:\n${problems.map((problem) => `- ${problem}`).join("\n")}\nAnswer again, in full. ${tries}`;
}

export function notSubmitted(name: string): string {
  return `the turn ended without a call of ${name}; when you are done, hand in the answer by calling it`;
}

export function submittedTwice(name: string, times: number): string {
  return `${name} was called ${times} times in one turn; call it once, with the whole answer`;
}

export function submittedTooSoon(name: string, failedTools: readonly string[]): string {
  return `Not taken: ${failedTools.join(", ")} failed in the same turn. Look at what it says, then call ${name} again.`;
}

export function unknownTool(name: string, known: readonly string[]): string {
  return `There is no tool ${name}. You have: ${known.join(", ")}.`;
}

export function cleared(tool: string, characters: number): string {
  return `[cleared to save space: the result of ${tool}, ${characters} characters; call it again if you need it]`;
}

export function tooMuchAtOnce(tool: string, characters: number): string {
  return `[not shown: the results of this turn are together longer than there is room for; this is the result of ${tool}, ${characters} characters; call it again with less beside it, or for a smaller part]`;
}
