import type { Paint } from "../paint.js";
import { appComplaint } from "../sandbox/app-complaint.js";
import type { DemoScreen } from "./demo-screen.js";

/** The model was asked something that it has no answer to, however often it is asked. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}

/** The App's complaints, on the screen; one that nothing can mend ends the demo. */
export function hearTroubles(screen: DemoScreen, paint: Paint) {
  const heard = { end: (_error: Error): void => undefined };
  const final = new Promise<never>((_resolve, reject) => {
    heard.end = reject;
  });
  final.catch(() => undefined);
  return {
    final,
    hear(line: string): void {
      const complaint = appComplaint(line);
      if (complaint === undefined) return;
      if (complaint.final) heard.end(new NoAnswer(complaint.words));
      else screen.tell(paint.bad(`The App: ${complaint.words}`));
    },
  };
}
