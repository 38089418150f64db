import type { z } from "zod";
import { accept, type Outcome } from "../../domain/refusal.js";
import { Env, type EnvProblem, readVariables, refuseStart, type Variables } from "../env.js";
import { whyNoDatabaseAddress } from "../postgres/database.js";
import { findListenProblem } from "./listen-problem.js";
import { findModelProblem } from "./model-problem.js";
import { readWithKey } from "./private-key.js";
import { whyNotWritable } from "./why-unreadable.js";

/**
 * The environment, or all problems that prevent the start: each variable by itself, and what it names on this machine.
 * Other machines are not asked, because they may come back.
 */
export async function readConfiguration(variables: Variables): Promise<Outcome<Env>> {
  const read = readWithKey(Env, variables);
  const problems = [...(read.ok ? [] : read.problems), ...(await beyondText(variables))];
  if (read.ok && problems.length === 0) return accept(read.value);
  const order = Object.keys(Env.shape);
  return refuseStart(problems.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name)));
}

/** Whether the App can listen on a host is checked with any port. */
const ANY_PORT = 0;

type Found = EnvProblem | null;

/**
 * Problems that the text of a variable does not show. Each is checked if its own variables are valid, whatever the
 * others are.
 */
async function beyondText(variables: Variables): Promise<EnvProblem[]> {
  const where = <Part extends z.ZodObject>(part: Part, find: (value: z.infer<Part>) => Found | Promise<Found>) => {
    const read = readVariables(part, variables);
    return read.ok ? find(read.value) : null;
  };
  const port = readVariables(Env.pick({ PORT: true }), variables);
  const found = await Promise.all([
    where(Env.pick({ MODEL: true, ANTHROPIC_API_KEY: true, REPLAY_FROM: true }), findModelProblem),
    where(Env.pick({ RECORD_TO: true }), ({ RECORD_TO }) => findFolderProblem("RECORD_TO", RECORD_TO)),
    where(Env.pick({ CACHE_DIR: true }), ({ CACHE_DIR }) => findFolderProblem("CACHE_DIR", CACHE_DIR)),
    where(Env.pick({ DATABASE_URL: true }), ({ DATABASE_URL: url }) =>
      problemOf("DATABASE_URL", url === undefined ? null : whyNoDatabaseAddress(url)),
    ),
    where(Env.pick({ HOST: true }), ({ HOST }) =>
      findListenProblem({ HOST, PORT: port.ok ? port.value.PORT : ANY_PORT }),
    ),
  ]);
  return found.filter((problem) => problem !== null);
}

const problemOf = (name: string, words: string | null): Found => (words === null ? null : { name, words });

function findFolderProblem(name: string, folder: string | undefined): Found {
  const why = folder === undefined ? null : whyNotWritable(folder);
  return problemOf(name, why === null ? null : `names ${folder}, where nothing can be written: ${why}`);
}
