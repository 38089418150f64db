import { createServer } from "node:net";
import type { Env, EnvProblem } from "../env.js";

type Where = Pick<Env, "HOST" | "PORT">;

/** Why the App cannot listen there, or null. It tries for a moment. */
export async function findListenProblem(where: Where): Promise<EnvProblem | null> {
  const probe = createServer();
  const failed = await new Promise<Error | null>((resolve) => {
    probe.once("error", resolve).listen({ port: where.PORT, host: where.HOST }, () => resolve(null));
  });
  if (failed !== null) return listenProblem(failed, where);
  await new Promise((closed) => probe.close(closed));
  return null;
}

/** A server's error for the operator; any other error is a bug. */
export function listenProblem(error: unknown, { HOST, PORT }: Where): EnvProblem {
  if (!(error instanceof Error) || !("code" in error)) throw error;
  const port = (words: string) => ({ name: "PORT", words });
  const host = (words: string) => ({ name: "HOST", words });
  switch (error.code) {
    case "EADDRINUSE":
      return port(`${PORT} is taken on ${HOST}: end what listens there, or choose another port`);
    case "EACCES":
      return port(`${PORT} needs rights that the App does not have: choose one above 1023`);
    case "EADDRNOTAVAIL":
      return host(`${HOST} is no address of this machine: 0.0.0.0 means all that it has`);
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return host(`${HOST} is a name without an address: 0.0.0.0 means every address of this machine`);
    default:
      return host(`${HOST} cannot be listened on (${String(error.code)}): 0.0.0.0 means every address of this machine`);
  }
}
