import { z } from "zod";

const ERROR = 50;

const LogLine = z.object({
  level: z.number(),
  msg: z.string().default(""),
  err: z.object({ type: z.string(), message: z.string() }).optional(),
});

/** An error from the App's log, for a person. `final`: waiting cannot help, because no recorded answer fits. */
export type Complaint = { readonly words: string; readonly final: boolean };

/** Undefined for log lines without an error. A line that is not a log record is an error by itself. */
export function appComplaint(line: string): Complaint | undefined {
  const parsed = LogLine.safeParse(fromJson(line));
  if (!parsed.success) return line.trim() === "" ? undefined : { words: line, final: false };
  const { level, msg, err } = parsed.data;
  if (level < ERROR) return undefined;
  return { words: [msg, err?.message].filter(Boolean).join(": "), final: err?.type === "ModelUnavailable" };
}

function fromJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
