import { z } from "zod";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { Tool } from "../../model-port.js";
import { fenceUntrusted } from "../fence-untrusted.js";
import { isScript } from "../source/parse-source.js";
import type { Bounded, FileView, Workspace } from "../workspace/workspace.js";
import { defineTool } from "./define-tool.js";

/** One look at a file: this many lines, and of them this many characters. */
export const READ_LIMITS = { lines: 1_000, characters: 60_000 };

const Path = z.string().min(1).max(1_024).describe("A path relative to the repository, such as src/tag.ts.");
const Folder = z.string().max(1_024).default("").describe("A folder; empty means the whole repository.");

/** Tools that look and change nothing. */
export function readingTools(workspace: Workspace, boundary: string): Tool[] {
  return [listTool(workspace), readTool(workspace, boundary), grepTool(workspace, boundary), globTool(workspace)];
}

function listTool(workspace: Workspace): Tool {
  return defineTool({
    name: "list",
    description: "Lists the files and folders directly inside a folder.",
    Input: z.strictObject({ folder: Folder }),
    run: async ({ folder }) => {
      const listed = await workspace.list(folder);
      if (!listed.ok) return listed;
      return accept(linesOf(listed.value, ({ name, kind }) => (kind === "folder" ? `${name}/` : name)));
    },
  });
}

function globTool(workspace: Workspace): Tool {
  return defineTool({
    name: "glob",
    description: "Finds files by pattern, as .gitignore reads it: *.ts at any depth, src/api and all below it.",
    Input: z.strictObject({ pattern: z.string().min(1).max(200) }),
    run: async ({ pattern }) => {
      const found = await workspace.glob(pattern);
      return found.ok ? accept(linesOf(found.value, (path) => path)) : found;
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
    }),
    run: async ({ pattern, regex, ignore_case, folder, glob }) => {
      const found = await workspace.grep({ pattern, regex, ignoreCase: ignore_case, folder, glob });
      if (!found.ok) return found;
      const { searched, notSearched } = found.value;
      const lines = linesOf(found.value, ({ path, line, text }) => `${path}:${line}: ${text}`);
      const skipped =
        notSearched === 0 ? "" : `; ${notSearched} more were not: narrow the search, or they show no content`;
      const fenced = fenceUntrusted(lines, {
        label: "lines found",
        boundary,
        maxCharacters: READ_LIMITS.characters,
        comments: "keep",
      });
      return accept(`${fenced}\n[${searched} files were searched${skipped}]`);
    },
  });
}

function readTool(workspace: Workspace, boundary: string): Tool {
  return defineTool({
    name: "read",
    description: `Reads a file, at most ${READ_LIMITS.lines} lines at a time.`,
    Input: z.strictObject({ path: Path, first_line: z.int().min(1).default(1) }),
    run: async ({ path, first_line }) => {
      const view = await workspace.read(path);
      return view.ok ? page(view.value, first_line, boundary) : view;
    },
  });
}

function page({ path, permission, text }: FileView, firstLine: number, boundary: string): Outcome<string> {
  const lines = text.split("\n");
  if (firstLine > lines.length) return refuse("no-such-line", `${path} has ${lines.length} lines`, { path });
  const shown = lines.slice(firstLine - 1, firstLine - 1 + READ_LIMITS.lines);
  const last = firstLine - 1 + shown.length;
  const fenced = fenceUntrusted(shown.join("\n"), {
    label: permission === "FULL" ? path : `${path} (${permission})`,
    boundary,
    maxCharacters: READ_LIMITS.characters,
    comments: isScript(path) ? "keep" : "remove",
  });
  const more = last < lines.length ? `\n[lines ${firstLine} to ${last} of ${lines.length}]` : "";
  return accept(`${fenced}${more}`);
}

function linesOf<T>({ shown, leftOut }: Bounded<T>, line: (item: T) => string): string {
  if (shown.length === 0) return "[nothing found]";
  return [...shown.map(line), ...(leftOut === 0 ? [] : [`[${leftOut} more are not shown]`])].join("\n");
}
