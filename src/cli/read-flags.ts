import { type ParseArgsConfig, parseArgs } from "node:util";
import { accept, type Outcome, refuse } from "../domain/refusal.js";

type Options = NonNullable<ParseArgsConfig["options"]>;
type Read<O extends Options, P extends boolean> = ReturnType<
  typeof parseArgs<{ options: O; strict: true; allowPositionals: P; args: string[] }>
>;

/** Parses the flags of one subcommand. A problem is one sentence that names the flag and says where to look. */
export function readFlags<O extends Options, P extends boolean = false>(
  command: string,
  args: readonly string[],
  { options, positionals }: { readonly options: O; readonly positionals?: P },
): Outcome<Read<O, P>> {
  try {
    const read = parseArgs({ args: [...args], options, strict: true, allowPositionals: positionals === true });
    return accept(read as Read<O, P>);
  } catch (error) {
    if (!(error instanceof TypeError) || !("code" in error)) throw error;
    // Node's message names the flag in its first sentence. The rest is for programmers.
    const said = error.message.split(/\.? To specify a positional|\n/)[0] ?? error.message;
    return refuse("flag", `${said.replace(/\.$/, "")}. \`factory ${command} --help\` lists what it takes.`);
  }
}
