import type { Paint } from "../paint.js";
import { appComplaint } from "../sandbox/app-complaint.js";
import type { DemoScreen } from "./demo-screen.js";

/** The model was asked a question that it can never answer. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}

/** Shows the App's errors on the screen. A permanent error ends the demo. */
export function reportTroubles(screen: DemoScreen, paint: Paint) {
  const heard = { end: (_error: Error): void => undefined };
  const final = new Promise<never>((_resolve, reject) => {
    heard.end = reject;
  });
  final.catch(() => undefined);
  return {
    final,
    read(line: string): void {
      const complaint = appComplaint(line);
      if (complaint === undefined) return;
      if (complaint.final) heard.end(new NoAnswer(complaint.words));
      else screen.print(paint.bad(`The App: ${complaint.words}`));
    },
  };
}
