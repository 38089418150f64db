import { ts } from "../../compiler.js";
import type { TagSite } from "../../source-file.js";
import { tagsIn } from "../../test-reading/clause-tags.js";
import { lineOf } from "../parse-script.js";

/** A tag in a comment, with its place in the text. */
export type CommentTag = TagSite & { readonly at: number };

/** Every `@clause` in a comment of the file. The same text in a string is not a tag. */
export function commentTags(source: ts.SourceFile): CommentTag[] {
  return tagsIn(source.text)
    .filter(({ at }) => isInComment(source, at))
    .map(({ clauseId, at }) => ({ clauseId, at, line: lineOf(source, at) }));
}

/** Between tokens there is only white space and comments. */
function isInComment(source: ts.SourceFile, position: number): boolean {
  let node: ts.Node = source;
  for (;;) {
    if (position < node.getStart(source)) return true;
    const child: ts.Node | undefined = ts.forEachChild(node, (at) =>
      at.pos <= position && position < at.end ? at : undefined,
    );
    if (child === undefined) return !isText(node);
    node = child;
  }
}

function isText(node: ts.Node): boolean {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node) ||
    ts.isRegularExpressionLiteral(node) ||
    ts.isJsxText(node)
  );
}
