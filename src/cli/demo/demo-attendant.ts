import { createInterface } from "node:readline";
import type { Asked } from "../../sandbox/demo/asked.js";
import type { Attend } from "../../sandbox/demo/story.js";
import type { Paint } from "../paint.js";
import type { DemoScreen } from "./demo-screen.js";
import { judgeTyped } from "./typed-answer.js";

export type Attendance = {
  readonly screen: DemoScreen;
  readonly paint: Paint;
  readonly person: { readonly login: string; comment(place: number, body: string): Promise<unknown> };
  /** The page on which it can be answered. */
  readonly pageOf: (place: number) => string;
  /** Somebody's keyboard; undefined where there is none. */
  readonly keyboard: NodeJS.ReadableStream | undefined;
  /** What was typed could not be said. */
  readonly failed: (error: unknown) => void;
};

/** Shows what is asked and where to answer it; at a terminal what is typed is said, too. */
export function attendant({ screen, paint, person, pageOf, keyboard, failed }: Attendance): Attend {
  return (asked, suggestion) => {
    screen.tell(paint.busy(`It is your turn. Read the card and answer it: ${pageOf(asked.place)}`));
    if (suggestion !== undefined) {
      screen.tell("This answer leads on; what follows from any other was never recorded:");
      screen.quote(suggestion);
    }
    if (keyboard === undefined) return () => undefined;
    screen.tell(paint.dim(howToType(asked, suggestion)));
    const release = screen.hold();
    const lines = createInterface({ input: keyboard, terminal: false });
    const hear = typist(suggestion, {
      goOn: (why) => screen.tell(paint.dim(why)),
      say: (said) => {
        person
          .comment(asked.place, said)
          .then(() => screen.tell(`${person.login} in #${asked.place}: ${said.split("\n")[0]}`), failed);
      },
    });
    lines.on("line", hear);
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

/** Takes lines one by one and says what they make together. Enter alone says what was suggested, and that once. */
function typist(suggestion: string | undefined, { say, goOn }: Outlet): (line: string) => void {
  let typed: string | undefined;
  let offered = suggestion;
  const finish = (said: string) => {
    typed = undefined;
    // The line break behind a pasted answer would send the same once more.
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
