import { type Expr, Lexer, Parser } from "@actions/expressions";
import { messageOf } from "../../../domain/errors.js";
import { accept, type Outcome, refuse } from "../../../domain/refusal.js";
import { STATUS_FUNCTIONS } from "./expression-scope.js";

/** What is in reach of an expression: the names of contexts, and whether it is a condition. */
export type Reach = { readonly contexts: readonly string[]; readonly condition: boolean };

const STATUS_SIGNATURES = STATUS_FUNCTIONS.map((name) => ({ name, minArgs: 0, maxArgs: 0 }));

/** Parses with GitHub's own grammar. A context or function out of reach is refused by name. */
export function parseExpression(text: string, reach: Reach): Outcome<Expr> {
  // The library answers an empty text with no tree at all.
  if (text === "") return refuse("expression-invalid", "an empty expression is not supported");
  try {
    const { tokens } = new Lexer(text).lex();
    const parser = new Parser(tokens, [...reach.contexts], reach.condition ? STATUS_SIGNATURES : []);
    return accept(parser.parse());
  } catch (error) {
    // The library tells every syntax error by throwing; here it is an answer about the workflow file.
    return refuse("expression-invalid", `the expression \`${text}\` is not supported: ${messageOf(error)}`);
  }
}

/** True when a condition names success(), failure(), always() or cancelled(): then it is not narrowed to success. */
export function namesStatus(text: string): boolean {
  const names = new Lexer(text).lex().tokens.map((token) => token.lexeme.toLowerCase());
  return STATUS_FUNCTIONS.some((name) => names.some((lexeme, index) => lexeme === name && names[index + 1] === "("));
}
