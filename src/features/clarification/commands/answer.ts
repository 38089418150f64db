import { defineCommand } from "../../../commands/define-command.js";
import { type Answer, type ClarifyingQuestion, Letter, optionOf } from "../../../domain/ledger/clarifying-question.js";
import { accept, type Outcome, refuse } from "../../../domain/refusal.js";

const usage = "/factory answer <1b 2a, or 3: words>";
const HOW = "Say `/factory answer 1b 2a`, or `/factory answer 3: <words>` for one of them in your own words.";
const MOST_WORDS = 2_000;

type Given = Pick<Answer, "question" | "option" | "words">;

export const answer = defineCommand({
  verb: "answer",
  usage,
  where: "anywhere",
  reach: "comment",
  summary: "Answer questions that are asked before the spec is drafted.",
  effect: "When every question is answered, the spec is drafted. An answer can be changed until then.",
  example: "/factory answer 1b 2a",
  parse: ({ text }) => {
    const given = readAnswers(text.trim());
    return given.ok ? accept({ given: given.value }) : given;
  },
  run: ({ state, now }, { given }, { comment }) => {
    const { product } = state;
    if (product?.phase !== "asking")
      return refuse("nothing-asked", "No question is open, so there is nothing to answer.");
    const problem = given.map((one) => misfit(product.questions, one)).find((why) => why !== undefined);
    if (problem !== undefined) return refuse("no-such-answer", `${problem} Nothing was taken. ${HOW}`);
    const answers = given.map((one) => ({ ...one, by: comment.author.login }));
    const all = new Set([...product.answers, ...answers].map(({ question }) => question));
    const left = product.questions.length - all.size;
    return accept({
      events: [{ kind: "clarification-answered", at: now, answers }],
      answer: left === 0 ? "All questions are answered. The spec is being drafted." : `Taken. ${left} to go.`,
    });
  },
});

function readAnswers(text: string): Outcome<Given[]> {
  const inWords = /^(\d+)\s*:\s*([\s\S]+)$/.exec(text);
  if (inWords !== null) {
    const words = (inWords[2] ?? "").trim();
    if (words.length > MOST_WORDS) return refuse("too-long", `An answer has at most ${MOST_WORDS} characters.`);
    return accept([{ question: Number(inWords[1]), option: null, words }]);
  }
  const parts = text.split(/[\s,]+/).filter((part) => part !== "");
  const read = parts.map((part) => /^(\d+)([a-d])$/i.exec(part));
  if (parts.length === 0 || read.includes(null)) return refuse("answer-unreadable", HOW, { usage });
  return accept(
    read.map((match) => ({
      question: Number(match?.[1]),
      option: Letter.parse(match?.[2]?.toLowerCase()),
      words: null,
    })),
  );
}

function misfit(questions: readonly ClarifyingQuestion[], { question, option }: Given): string | undefined {
  const asked = questions[question - 1];
  if (asked === undefined) return `There is no question ${question}; there are ${questions.length}.`;
  if (option !== null && optionOf(asked, option) === undefined) return `Question ${question} has no answer ${option}.`;
  return undefined;
}
