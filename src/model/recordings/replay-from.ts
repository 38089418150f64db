import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { readYaml } from "../../yaml/yaml.js";
import type { Question } from "../model-port.js";
import type { ModelProvider } from "../model-provider.js";
import { questionPath } from "../question-path.js";
import { Cassette, keyOf, mattersOf, type RecordedTurn } from "./cassette.js";
import { CassetteMiss, differencesBetween } from "./cassette-miss.js";
import { replayTurn } from "./recorded-turn.js";

/** Called for a question that differs from the recorded one, with the differences in words. */
export type OnDifference = (question: string, differences: readonly string[]) => void;

type Replay = Pick<ModelProvider, "searchesIn"> & {
  /**
   * Absent: a recording answers exactly the question that was recorded. Given: it answers the question of the same path,
   * and the differences are reported.
   */
  readonly onDifference?: OnDifference | undefined;
};

/** Recordings in place of a provider. The network is never used: a question without a recording is an error. */
export function replayFrom(folder: string, { searchesIn, onDifference }: Replay): ModelProvider {
  return {
    open(question) {
      const served: RecordedTurn[] = [];
      return async () => {
        if (question.signal.aborted) return { kind: "unsent" };
        const { turns, differences } = recordingOf(question, folder);
        if (differences.length > 0) {
          if (onDifference === undefined) throw new CassetteMiss(keyOf(question), differences);
          if (served.length === 0) onDifference(questionPath(question), differences);
        }
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

type Found = Pick<Cassette, "turns"> & { readonly differences: readonly string[] };

function recordingOf(question: Question<unknown>, folder: string): Found {
  const file = `${questionPath(question)}.yml`;
  const full = path.join(folder, file);
  const miss = (differences: readonly string[]) => new CassetteMiss(keyOf(question), differences);
  if (!existsSync(full)) throw miss([`there is no file ${file}`]);
  const cassette = readYaml(file, readFileSync(full, "utf8"), Cassette);
  if (!cassette.ok) throw miss([cassette.refusal.message]);
  const { turns, matters } = cassette.value;
  return { turns, differences: differencesBetween(matters, mattersOf(question)) };
}
