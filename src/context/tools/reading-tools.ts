import { z } from "zod";
import { accept } from "../../domain/refusal.js";
import type { Tool } from "../../model/model-port.js";
import { fenceUntrusted } from "../fence-untrusted.js";
import { SEARCH_LIMITS } from "../workspace/search.js";
import type { Workspace } from "../workspace/workspace.js";
import { defineTool } from "./define-tool.js";
import { filePage, READ_LIMITS } from "./file-page.js";
import { symbolPages } from "./symbol-pages.js";

/** One name stays one line. */
const LINE_BREAKS = /[\n\r\u2028\u2029]/g;

const Path = z.string().min(1).max(1_024).describe("A path relative to the repository, such as src/tag.ts.");
const Folder = z.string().max(1_024).default("").describe("A folder; empty means the whole repository.");

/** Tools that only read. */
export function readingTools(workspace: Workspace, boundary: string): Tool[] {
  return [
    listTool(workspace, boundary),
    readTool(workspace, boundary),
    grepTool(workspace, boundary),
    globTool(workspace, boundary),
  ];
}

function listTool(workspace: Workspace, boundary: string): Tool {
  return defineTool({
    name: "list",
    description: "Lists the files and folders directly inside a folder.",
    Input: z.strictObject({ folder: Folder }),
    run: async ({ folder }) => {
      const listed = await workspace.list(folder);
      if (!listed.ok) return listed;
      const { shown, leftOut } = listed.value;
      const names = shown.map(
        ({ name, kind, sealed }) => `${kind === "folder" ? `${name}/` : name}${sealedMark(sealed)}`,
      );
      return accept(found({ label: "names found", lines: names, leftOut, boundary }));
    },
  });
}

function globTool(workspace: Workspace, boundary: string): Tool {
  return defineTool({
    name: "glob",
    description: "Finds files by pattern, as .gitignore reads it: *.ts at any depth, src/api and all below it.",
    Input: z.strictObject({ pattern: z.string().min(1).max(200) }),
    run: async ({ pattern }) => {
      const matches = await workspace.glob(pattern);
      if (!matches.ok) return matches;
      const { shown, leftOut } = matches.value;
      const lines = shown.map(({ path, sealed }) => `${path}${sealedMark(sealed)}`);
      return accept(found({ label: "names found", lines, leftOut, boundary }));
    },
  });
}

function grepTool(workspace: Workspace, boundary: string): Tool {
  return defineTool({
    name: "grep",
    description: "Searches file contents line by line, for a literal text or a regular expression (RE2 syntax).",
    Input: z.strictObject({
      pattern: z.string().min(1).max(300),
      regex: z.boolean().default(false),
      ignore_case: z.boolean().default(false),
      folder: Folder,
      glob: z.string().min(1).max(200).nullable().default(null).describe("Only files that match this pattern."),
      context: z.int().min(0).max(20).default(0).describe("Lines to show before and after each."),
      max: z.int().min(1).max(SEARCH_LIMITS.matches).default(SEARCH_LIMITS.matches).describe("How many lines to find."),
    }),
    run: async ({ pattern, regex, ignore_case, folder, glob, context, max }) => {
      const matches = await workspace.grep({ pattern, regex, ignoreCase: ignore_case, folder, glob, context, max });
      if (!matches.ok) return matches;
      const { shown, leftOut, searched, notSearched } = matches.value;
      const lines = shown.flatMap(({ path, line, text, before, after }) => [
        ...before.map((near, index) => `${path}-${line - before.length + index}- ${near}`),
        `${path}:${line}: ${text}`,
        ...after.map((near, index) => `${path}-${line + 1 + index}- ${near}`),
      ]);
      const skipped =
        notSearched === 0 ? "" : `; ${notSearched} more were not: narrow the search, or they show no content`;
      return accept(
        `${found({ label: "lines found", lines, leftOut, boundary })}\n[${searched} files were searched${skipped}]`,
      );
    },
  });
}

function readTool(workspace: Workspace, boundary: string): Tool {
  return defineTool({
    name: "read",
    description: `Reads a file, at most ${READ_LIMITS.lines} lines at a time, or only what declares a symbol.`,
    Input: z.strictObject({
      path: Path,
      first_line: z.int().min(1).default(1),
      lines: z.int().min(1).max(READ_LIMITS.lines).default(READ_LIMITS.lines).describe("How many lines to show."),
      symbol: z.string().min(1).max(200).nullable().default(null).describe("A name such as Command.option."),
    }),
    run: async ({ path, first_line, lines, symbol }) => {
      const view = await workspace.read(path);
      if (!view.ok) return view;
      if (symbol === null) return filePage(view.value, { firstLine: first_line, lines }, boundary);
      return symbolPages(view.value, symbol, boundary);
    },
  });
}

/** What a shipped module is called and exports is no secret; its source is (decisions.md#sealed-names-are-no-secret). */
function sealedMark(sealed: string | undefined): string {
  return sealed === undefined ? "" : ` [sealed: ${sealed}]`;
}

type Found = {
  readonly label: string;
  readonly lines: readonly string[];
  readonly leftOut: number;
  readonly boundary: string;
};

/** The result as data: a file's name is untrusted. Our own text is outside the fence. */
function found({ label, lines, leftOut, boundary }: Found): string {
  if (lines.length === 0) return "[nothing found]";
  const text = lines.map((line) => line.replace(LINE_BREAKS, " ")).join("\n");
  const fenced = fenceUntrusted(text, { label, boundary, maxCharacters: READ_LIMITS.characters, comments: "keep" });
  return leftOut === 0 ? fenced : `${fenced}\n[${leftOut} more are not shown]`;
}
