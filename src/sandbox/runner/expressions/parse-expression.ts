import { type Expr, Lexer, Parser } from "@actions/expressions";
import { messageOf } from "../../../domain/errors.js";
import { accept, type Outcome, refuse } from "../../../domain/refusal.js";
import { STATUS_FUNCTIONS } from "./expression-scope.js";

/** What an expression may use: the names of contexts, and whether it is a condition. */
export type Reach = { readonly contexts: readonly string[]; readonly condition: boolean };

const STATUS_SIGNATURES = STATUS_FUNCTIONS.map((name) => ({ name, minArgs: 0, maxArgs: 0 }));

/** Parses with GitHub's own grammar. A context or function that is not available is refused by name. */
export function parseExpression(text: string, reach: Reach): Outcome<Expr> {
  // The library returns no tree for an empty text.
  if (text === "") return refuse("expression-invalid", "an empty expression is not supported");
  try {
    const { tokens } = new Lexer(text).lex();
    const parser = new Parser(tokens, [...reach.contexts], reach.condition ? STATUS_SIGNATURES : []);
    return accept(parser.parse());
  } catch (error) {
    // The library throws for every syntax error. Here that is a refusal about the workflow file.
    return refuse("expression-invalid", `the expression \`${text}\` is not supported: ${messageOf(error)}`);
  }
}

/**
 * True when a condition uses success(), failure(), always() or cancelled(). Then success is not required in addition.
 */
export function namesStatus(text: string): boolean {
  const names = new Lexer(text).lex().tokens.map((token) => token.lexeme.toLowerCase());
  return STATUS_FUNCTIONS.some((name) => names.some((lexeme, index) => lexeme === name && names[index + 1] === "("));
}
