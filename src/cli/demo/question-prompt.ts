import { createInterface } from "node:readline";
import type { Asked } from "../../sandbox/demo/asked.js";
import type { ShowQuestion } from "../../sandbox/demo/story.js";
import type { Paint } from "../paint.js";
import type { DemoScreen } from "./demo-screen.js";
import { judgeTyped } from "./typed-answer.js";

export type QuestionPromptOptions = {
  readonly screen: DemoScreen;
  readonly paint: Paint;
  readonly person: { readonly login: string; comment(place: number, body: string): Promise<unknown> };
  /** The page where the question can be answered. */
  readonly pageOf: (place: number) => string;
  /** The user's keyboard; undefined if there is none. */
  readonly keyboard: NodeJS.ReadableStream | undefined;
  /** Called when a typed answer could not be posted. */
  readonly failed: (error: unknown) => void;
};

/** Shows each question and where to answer it. At a terminal, a typed answer is posted as well. */
export function questionPrompt({
  screen,
  paint,
  person,
  pageOf,
  keyboard,
  failed,
}: QuestionPromptOptions): ShowQuestion {
  return (asked, suggestion) => {
    screen.print(paint.busy(`It is your turn. Read the card and answer it: ${pageOf(asked.place)}`));
    if (suggestion !== undefined) {
      screen.print("This answer leads on; what follows from any other was never recorded:");
      screen.quote(suggestion);
    }
    if (keyboard === undefined) return () => undefined;
    screen.print(paint.dim(howToType(asked, suggestion)));
    const release = screen.hold();
    const lines = createInterface({ input: keyboard, terminal: false });
    const onLine = typist(suggestion, {
      goOn: (why) => screen.print(paint.dim(why)),
      say: (said) => {
        person
          .comment(asked.place, said)
          .then(() => screen.print(`${person.login} in #${asked.place}: ${said.split("\n")[0]}`), failed);
      },
    });
    lines.on("line", onLine);
    return () => {
      lines.close();
      release();
    };
  };
}

function howToType({ place }: Asked, suggestion: string | undefined): string {
  const enter = suggestion === undefined ? "Type" : "Enter sends it from here. Or type";
  return `${enter} a command for #${place} and press Enter. With a \`yaml\` block, paste it all: it is sent when the block is closed. A line that ends in \\ is continued on the next.`;
}

type Outlet = { readonly say: (text: string) => void; readonly goOn: (why: string) => void };

/** Collects typed lines into one answer. Enter alone gives the suggested answer, once. */
function typist(suggestion: string | undefined, { say, goOn }: Outlet): (line: string) => void {
  let typed: string | undefined;
  let offered = suggestion;
  const finish = (said: string) => {
    typed = undefined;
    // The line break after a pasted answer would post the suggestion a second time.
    if (said.trim() === offered) offered = undefined;
    if (said.trim() !== "") say(said);
  };
  return (line) => {
    if (typed === undefined && line.trim() === "") {
      if (offered !== undefined) finish(offered);
      return;
    }
    const goesOn = line.endsWith("\\");
    const text = `${typed ?? ""}${goesOn ? line.slice(0, -1) : line}`;
    const judged = judgeTyped(text);
    if (judged === "complete" && !goesOn) return finish(text);
    if (judged === "payload-missing" && typed === undefined)
      goOn("This command goes on with a fenced `yaml` block: paste it below. Two empty lines send it as it is.");
    typed = `${text}\n`;
  };
}
