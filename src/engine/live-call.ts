import { z } from "zod";
import { Role } from "../domain/artifacts/producer.js";
import { ModuleId, TaskId } from "../domain/ids.js";

/** A question that a model is answering now, as the process that asked it knows it at one moment. */
export const LiveCall = z.strictObject({
  run: z.string().min(1),
  role: Role,
  task: TaskId.nullable(),
  module: ModuleId.nullable(),
  /** How long it has taken so far. */
  seconds: z.int().min(0),
  /** What has been streamed, at four characters a token. */
  tokens: z.int().min(0),
});
export type LiveCall = z.infer<typeof LiveCall>;

/** A shorter call is over before anybody wonders. */
export const SHOWN_FROM_SECONDS = 5;

/** Who is answering, for how long, and how much has come. */
export function liveCallWords({ role, module, seconds, tokens }: Omit<LiveCall, "run">): string {
  const about = module === null ? "" : ` about ${module}`;
  const lasted = seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const streamed = tokens === 0 ? "nothing streamed yet" : `about ${tokens.toLocaleString("en-US")} tokens streamed`;
  return `the ${role.replace("-", " ")} has been answering${about} for ${lasted}, ${streamed}`;
}
