import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { readYaml } from "../../yaml/yaml.js";
import type { Question } from "../model-port.js";
import type { ModelProvider } from "../model-provider.js";
import { questionPath } from "../question-path.js";
import { Cassette, keyOf, mattersOf, type RecordedTurn } from "./cassette.js";
import { CassetteMiss, differencesBetween } from "./cassette-miss.js";
import { replayTurn } from "./recorded-turn.js";

/** Recordings in place of a provider. The network is never used: a question without a recording is an error. */
export function replayFrom(folder: string, { searchesIn }: Pick<ModelProvider, "searchesIn">): ModelProvider {
  return {
    open(question) {
      const served: RecordedTurn[] = [];
      return async () => {
        if (question.signal.aborted) return { kind: "unsent" };
        const { turns } = recordingOf(question, folder);
        const turn = turns[served.length];
        if (turn === undefined) {
          throw new CassetteMiss(keyOf(question), [
            `turn ${served.length + 1} is asked for, and ${turns.length} were recorded: a tool or a check answered differently`,
          ]);
        }
        served.push(turn);
        return replayTurn(turn);
      };
    },
    searchesIn,
  };
}

function recordingOf(question: Question<unknown>, folder: string): Cassette {
  const file = `${questionPath(question)}.yml`;
  const full = path.join(folder, file);
  const miss = (differences: readonly string[]) => new CassetteMiss(keyOf(question), differences);
  if (!existsSync(full)) throw miss([`there is no file ${file}`]);
  const cassette = readYaml(file, readFileSync(full, "utf8"), Cassette);
  if (!cassette.ok) throw miss([cassette.refusal.message]);
  const differences = differencesBetween(cassette.value.matters, mattersOf(question));
  if (differences.length > 0) throw miss(differences);
  return cassette.value;
}
