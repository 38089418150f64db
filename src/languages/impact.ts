import { type ImpactAnalysis, summariseImpact } from "../domain/enforcement/impact.js";
import type { Sources } from "./exports/found-export.js";

/** The users of the code that a module will modify. Sealed users are counted, not named. */
export type Impact = {
  readonly analysis: ImpactAnalysis;
  readonly sealedUsers: number;
  /** The number of sources, if they were too many to read. Then the analysis has no result and says so. */
  readonly unread?: number;
  /** Sources that no reader can parse and that may use the code. Sealed ones are not named. */
  readonly unreadable?: readonly string[];
  /** Code to modify in a language without analysis: its users are unknown. */
  readonly notAnalysed?: readonly string[];
};

/** The result if nothing was read. */
export const UNKNOWN_IMPACT: Impact = {
  analysis: { files_affected: [], functions_affected: [], types_affected: [] },
  sealedUsers: 0,
};

export type ImpactQuestion = {
  /** The files that the manifest marks MODIFY or DELETE. */
  readonly modified: readonly string[];
  /** The repository's sources in the language of the modified code. */
  readonly sources: Sources;
  readonly isSealed: (path: string) => boolean;
};

/** Combines the results of several languages. */
export function joinImpacts(impacts: readonly Impact[]): Impact {
  const analyses = impacts.map(({ analysis }) => analysis);
  const unread = impacts.reduce((sum, impact) => sum + (impact.unread ?? 0), 0);
  return {
    analysis: {
      files_affected: analyses.flatMap(({ files_affected }) => files_affected),
      functions_affected: analyses.flatMap(({ functions_affected }) => functions_affected),
      types_affected: analyses.flatMap(({ types_affected }) => types_affected),
    },
    sealedUsers: impacts.reduce((sum, impact) => sum + impact.sealedUsers, 0),
    ...(unread === 0 ? {} : { unread }),
    unreadable: impacts.flatMap((impact) => impact.unreadable ?? []),
  };
}

export function renderImpact({ analysis, sealedUsers, unread, unreadable = [], notAnalysed = [] }: Impact): string {
  const texts = [
    summariseImpact(analysis),
    sealedUsers === 0 ? "" : `Files of sealed modules that use it, not named here: ${sealedUsers}.`,
    unread === undefined ? "" : `${unread} sources are too many to be analysed here. ${SEARCH_FIRST}`,
    unreadable.length === 0
      ? ""
      : `${unreadable.join(", ")}: too long or too deeply nested to be analysed here. ${SEARCH_FIRST}`,
    notAnalysed.length === 0 ? "" : `${notAnalysed.join(", ")}: this language is not analysed here. ${SEARCH_FIRST}`,
  ].filter((text) => text !== "");
  return texts.length === 0 ? "Nothing uses what is to be modified." : texts.join("\n\n");
}

const SEARCH_FIRST = "Look for users of what you modify with grep before you change it.";
