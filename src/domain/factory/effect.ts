import type { Sha } from "../ids.js";
import type { ProductRequest, ProductRound } from "./factory-state.js";

/** A file to write; the mode is always an ordinary file. */
export type FileToWrite = { readonly path: string; readonly text: string };

/**
 * What is owed to the world. Plain data until one place performs it. Each is keyed, so that doing it twice, or on two
 * replicas, leaves one result.
 */
export type Effect =
  /** A branch at `base` with exactly one more commit that carries `key`, and a pull request for it. */
  | {
      readonly kind: "propose-files";
      readonly key: string;
      readonly branch: string;
      readonly base: Sha;
      readonly files: readonly FileToWrite[];
      readonly commitMessage: string;
      readonly title: string;
      readonly body: string;
      /** Set-up alone writes workflow files, with a token of its own (DESIGN, security rule 5). */
      readonly writesWorkflows: boolean;
    }
  /** A comment said once. */
  | { readonly kind: "say"; readonly key: string; readonly issue: number; readonly body: string }
  /** A comment kept current. */
  | { readonly kind: "keep-comment"; readonly key: string; readonly issue: number; readonly body: string }
  | {
      readonly kind: "react";
      readonly key: string;
      readonly comment: number;
      readonly content: "eyes" | "+1" | "-1" | "confused";
    }
  /** Merges exactly the head that was judged; any other is refused by GitHub. */
  | {
      readonly kind: "merge-pull-request";
      readonly key: string;
      readonly number: number;
      readonly head: Sha;
      readonly title: string;
      readonly message: string;
    }
  /** A model call of its own, whose answer comes back as an intent. */
  | {
      readonly kind: "draft-spec";
      readonly key: string;
      readonly round: ProductRound;
      readonly request: ProductRequest;
    };
