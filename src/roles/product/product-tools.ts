import { z } from "zod";
import { fenceUntrusted } from "../../context/fence-untrusted.js";
import { commentsOf } from "../../context/rendered-text.js";
import { defineTool } from "../../context/tools/define-tool.js";
import { type SearchIndex, searchIndexTool } from "../../context/tools/search-index-tool.js";
import { isBinary } from "../../context/workspace/file-text.js";
import type { Deficiency, ValidationReport } from "../../domain/deficiency.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { Tool } from "../../model/model-port.js";
import { readYaml } from "../../yaml/yaml.js";
import type { KeptDraft } from "./kept-draft.js";

export type ProductAbilities = {
  /** The files that the product role may read: SPEC.md and the documents it refers to. */
  readonly files: ReadonlyMap<string, () => Promise<string>>;
  readonly draft: KeptDraft;
  /** The completeness criteria (`validateSpec`). */
  readonly validate: (candidate: unknown) => ValidationReport;
  readonly searchIndex: SearchIndex;
  readonly boundary: string;
};

const DRAFT = "draft.yml";
const MAX_DRAFT = 1_000_000;
const MAX_READ = 200_000;
const NO_DRAFT = refuse("no-draft", "there is no draft yet: write one");

/**
 * The tools of the Product Loop (requirements.md#product-tools). The draft lives for one call; the submitted spec is
 * the result.
 */
export function productTools({ files, draft, validate, searchIndex, boundary }: ProductAbilities): Tool[] {
  const names = () => [...new Set([...files.keys(), ...(draft.text() === null ? [] : [DRAFT])])];
  const textOf = async (path: string) => (path === DRAFT ? draft.text() : null) ?? files.get(path)?.();
  /** Keeps it, and says at once what is wrong with it: warnings included, which a person will see. */
  const keep = (text: string): Outcome<string> => {
    const reported = report(text, validate);
    if (!reported.ok) return reported;
    draft.keep(text);
    return accept(`kept ${DRAFT}, ${text.length} characters\n${reported.value}`);
  };
  return [
    defineTool({
      name: "read",
      description: `Reads a document by name; ${DRAFT} is the current draft.`,
      Input: z.strictObject({ path: z.string().min(1).max(1_024) }),
      run: async ({ path }) => {
        const text = await textOf(path);
        if (text === undefined) return refuse("no-such-file", `there is no ${path}; there are: ${names().join(", ")}`);
        if (isBinary(text)) return refuse("not-a-text", `${path} is not a text file`);
        return accept(
          fenceUntrusted(text, { label: path, boundary, maxCharacters: MAX_READ, comments: commentsOf(path) }),
        );
      },
    }),
    defineTool({
      name: "write_draft",
      description: `Keeps a draft of the spec as YAML, in place of the one before, and checks it; it becomes ${DRAFT}.`,
      Input: z.strictObject({ text: z.string().min(1).max(MAX_DRAFT) }),
      run: async ({ text }) => keep(text),
    }),
    defineTool({
      name: "edit_draft",
      description: `Replaces a text that occurs once in ${DRAFT}, and checks the draft again.`,
      Input: z.strictObject({ old_text: z.string().min(1).max(MAX_DRAFT), new_text: z.string().max(MAX_DRAFT) }),
      run: async ({ old_text, new_text }) => {
        const text = draft.text();
        if (text === null) return NO_DRAFT;
        const [before = "", after, ...more] = text.split(old_text);
        if (after === undefined) return refuse("not-found", `${DRAFT} has no such text`);
        if (more.length > 0)
          return refuse("ambiguous", `${DRAFT} has that text ${more.length + 1} times: take more of it`);
        return keep(`${before}${new_text}${after}`);
      },
    }),
    defineTool({
      name: "validate_spec",
      description: "Checks the current draft against the schema and the completeness criteria.",
      Input: z.strictObject({}),
      run: async () => {
        const text = draft.text();
        return text === null ? NO_DRAFT : report(text, validate);
      },
    }),
    searchIndexTool(searchIndex, boundary),
  ];
}

function report(draft: string, validate: ProductAbilities["validate"]): Outcome<string> {
  const read = readYaml(DRAFT, draft, z.unknown());
  if (!read.ok) return read;
  const { errors, warnings } = validate(read.value);
  const lines = [...errors, ...warnings].map(
    ({ severity, path, message }: Deficiency) => `${severity} ${path === "" ? "spec" : path}: ${message}`,
  );
  return accept([`${errors.length} errors, ${warnings.length} warnings`, ...lines].join("\n"));
}
