import { z } from "zod";
import type { SeenRequest } from "../../../src/sandbox/scripted-model/scripted-answers.js";

/** One part of what a role is sent, under its own title. */
type SentSection = { readonly title: string; readonly text: string };

/** One question as it went over the wire. */
export type SentPrompt = {
  /** The role, its task, module, activity and attempt, as the recordings name it. */
  readonly question: string;
  /** `proposer.specify` and the like. */
  readonly activity: string;
  /** The first message, by section. */
  readonly sections: readonly SentSection[];
  /** The characters of all messages of the conversation, each as often as it was sent. */
  readonly characters: number;
  readonly turns: number;
};

const Texts = z.array(z.looseObject({ type: z.string(), text: z.string().exactOptional() }));
const Body = z.looseObject({
  system: z.union([z.string(), Texts]),
  messages: z.array(z.looseObject({ role: z.string(), content: z.union([z.string(), z.array(z.unknown())]) })).min(1),
  tools: z.array(z.looseObject({ name: z.string() })).default([]),
  output_config: z.unknown(),
});

/** All requests as questions, in the order in which they were asked. */
export function sentPrompts(requests: readonly SeenRequest[]): SentPrompt[] {
  const prompts = new Map<string, SentPrompt>();
  for (const { question, body } of requests) {
    const characters = JSON.stringify(body).length;
    const known = prompts.get(question);
    prompts.set(
      question,
      known === undefined
        ? { question, activity: activityOf(question), sections: sectionsOf(Body.parse(body)), characters, turns: 1 }
        : { ...known, characters: known.characters + characters, turns: known.turns + 1 },
    );
  }
  return [...prompts.values()];
}

/** `proposer/T-x-001/MM-0001.specify.1` is the activity `proposer.specify`. */
function activityOf(question: string): string {
  const parts = question.split("/");
  const activity = parts.at(-1)?.split(".").at(-2) ?? "";
  return `${parts[0]}.${activity}`;
}

function sectionsOf({ system, messages, tools, output_config }: z.infer<typeof Body>): SentSection[] {
  const prompt = typeof system === "string" ? system : system.map(({ text = "" }) => text).join("\n");
  const [opening] = messages;
  const blocks = Texts.safeParse(opening?.content);
  const given = blocks.success ? blocks.data.map(({ text = "" }) => titled(text)) : [];
  const schemas = tools.map((tool) => ({ title: `tool ${tool.name}`, text: JSON.stringify(tool) }));
  const format = output_config === undefined ? [] : [{ title: "answer", text: JSON.stringify(output_config) }];
  return [{ title: "prompt", text: prompt }, ...given, ...schemas, ...format];
}

function titled(text: string): SentSection {
  const [, title, rest] = /^# (.*)\n\n([\s\S]*)$/.exec(text) ?? [];
  return title === undefined || rest === undefined ? { title: "(no title)", text } : { title, text: rest };
}
