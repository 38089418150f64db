import { traceOf, traceRows } from "../../domain/ledger/trace.js";
import { refuse } from "../../domain/refusal.js";
import { openRepository } from "../../git/open-repository.js";
import { GitMissing } from "../../git/run-git.js";
import { asksJson, complain } from "../complain.js";
import { EXIT, type ExitCode } from "../exit-code.js";
import { readFlags } from "../read-flags.js";
import { gitHubRemote } from "../repository/github-remote.js";
import { readFacts } from "./read-facts.js";
import { traceText } from "./trace-text.js";

const OPTIONS = { json: { type: "boolean" } } as const;

/** Walks the ledger at HEAD both ways, with what the state branch knows of pull requests and the release. */
export async function runTrace(args: readonly string[]): Promise<ExitCode> {
  const json = asksJson(args);
  const flags = readFlags("trace", args, { options: OPTIONS, positionals: true });
  if (!flags.ok) return complain("trace", flags.refusal, { json });
  const [what, where = ".", ...more] = flags.value.positionals;
  if (what === undefined || more.length > 0) {
    const message =
      what === undefined ? "say what to trace, such as REQ-001 or SPEC.md:7" : `${more.join(" ")} is too much`;
    return complain("trace", { code: "arguments", message }, { json });
  }
  const opened = await open(where);
  if (!opened.ok) return complain("trace", opened.refusal, { json });
  try {
    const facts = await readFacts(opened.value.gitDirectory);
    if (!facts.ok) return complain("trace", facts.refusal, { json, exit: EXIT.failed });
    const chains = traceOf(traceRows(facts.value), what, facts.value.shipped);
    if (chains.length === 0) {
      const message = `${what} is on no chain of this repository's ledger`;
      return complain("trace", { code: "not-traced", message }, { json, exit: EXIT.failed });
    }
    process.stdout.write(
      json ? `${JSON.stringify({ what, chains }, null, 2)}\n` : traceText(chains, facts.value.webUrl),
    );
    return EXIT.ok;
  } finally {
    await opened.value.close();
  }
}

async function open(where: string) {
  try {
    return await openRepository(where, null, gitHubRemote(process.env));
  } catch (error) {
    if (error instanceof GitMissing) return refuse("git-missing", error.message);
    throw error;
  }
}
