import type { Masker } from "./masker.js";

/** The log of one step. It is masked, and limited so that endless output does not fill memory or disk. */
export type StepLog = { readonly write: (line: string) => void; readonly end: () => void };

export type LogCaps = { readonly stepBytes: number; readonly lineLength: number };

export function createStepLog(options: {
  readonly masker: Masker;
  readonly caps: LogCaps;
  readonly emit: (line: string) => void;
}): StepLog {
  const { masker, caps, emit } = options;
  let kept = 0;
  let cutLines = 0;

  return {
    write: (line) => {
      const shown = shorten(masker.mask(line), caps.lineLength);
      const size = Buffer.byteLength(shown) + 1;
      if (cutLines === 0 && kept + size <= caps.stepBytes) {
        kept += size;
        emit(shown);
        return;
      }
      if (cutLines === 0) {
        emit(
          `[log cut: this step printed more than ${caps.stepBytes} bytes; it goes on, its output is no longer kept]`,
        );
      }
      cutLines += 1;
    },
    end: () => {
      if (cutLines > 0) emit(`[log cut: ${cutLines} further lines were not kept]`);
    },
  };
}

function shorten(line: string, length: number): string {
  if (line.length <= length) return line;
  return `${line.slice(0, length)} [line cut: ${line.length - length} further characters]`;
}
