import type { FactoryState } from "../domain/factory/factory-state.js";
import { progressLine } from "../sandbox/demo/progress-line.js";
import type { Paint } from "./paint.js";

type Output = { readonly isTTY?: boolean; readonly columns?: number; write(text: string): unknown };

const LOOK_MS = 400;

/**
 * The demo's two kinds of lines: what happened, which stays, and where things stand now, which a terminal overwrites. On
 * anything else each change of it is a line of its own.
 */
export function openDemoScreen(out: Output, paint: Paint, now: () => number = Date.now) {
  const began = now();
  const elapsed = () => `${((now() - began) / 1000).toFixed(0).padStart(4)} s`;
  let live = "";
  const clear = () => {
    if (out.isTTY === true && live !== "") out.write("\r\u001b[2K");
  };
  const draw = () => {
    if (out.isTTY !== true || live === "") return;
    const line = `${elapsed()}  … ${live}`;
    out.write(paint.dim(line.length < (out.columns ?? 80) ? line : `${line.slice(0, (out.columns ?? 80) - 2)}…`));
  };
  return {
    tell(what: string): void {
      clear();
      out.write(`${elapsed()}  ${what}\n`);
      draw();
    },
    show(state: FactoryState): void {
      const line = progressLine(state);
      if (out.isTTY !== true && line !== live) out.write(`${elapsed()}    ${line}\n`);
      clear();
      live = line;
      draw();
    },
    /** Looks every now and then, until stopped. */
    watch(look: () => Promise<FactoryState | undefined>) {
      let stopped = false;
      const watching = (async () => {
        while (!stopped) {
          const state = await look();
          if (state !== undefined && !stopped) this.show(state);
          await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
        }
      })();
      return {
        async stop(): Promise<void> {
          stopped = true;
          await watching;
          clear();
          live = "";
        },
      };
    },
  };
}
