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

export type ProductAbilities = {
  /** The files that the product role may read: SPEC.md and the documents it refers to. */
  readonly files: ReadonlyMap<string, () => Promise<string>>;
  /** The draft of an earlier round, to continue from. */
  readonly draft: string | null;
  /** The completeness criteria (`validateSpec`). */
  readonly validate: (candidate: unknown) => ValidationReport;
  readonly searchIndex: SearchIndex;
  readonly boundary: string;
};

const DRAFT = "draft.yml";
const MAX_DRAFT = 1_000_000;
const MAX_READ = 200_000;

/**
 * The tools of the Product Loop (requirements.md#product-tools). The draft lives for one call; the submitted spec is
 * the result.
 */
export function productTools({ files, draft, validate, searchIndex, boundary }: ProductAbilities): Tool[] {
  let current = draft;
  const names = () => [...new Set([...files.keys(), ...(current === null ? [] : [DRAFT])])];
  const textOf = async (path: string) => (path === DRAFT && current !== null ? current : files.get(path)?.());
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
      description: `Keeps a draft of the spec as YAML, in place of the one before; it becomes ${DRAFT}.`,
      Input: z.strictObject({ text: z.string().min(1).max(MAX_DRAFT) }),
      run: async ({ text }) => {
        const read = readYaml(DRAFT, text, z.unknown());
        if (!read.ok) return read;
        current = text;
        return accept(`kept ${DRAFT}, ${text.length} characters`);
      },
    }),
    defineTool({
      name: "validate_spec",
      description: "Checks the current draft against the schema and the completeness criteria.",
      Input: z.strictObject({}),
      run: async () =>
        current === null ? refuse("no-draft", "there is no draft yet: write one") : report(current, validate),
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
