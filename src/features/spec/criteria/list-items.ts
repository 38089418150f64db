/** One item of a Markdown list, and whether it has a checkbox. */
export type ListItem = { readonly text: string; readonly isTask: boolean };

const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:(\[[ xX]\])\s+)?(\S.*)$/;
const FENCE = /^\s{0,3}(`{3,}|~{3,})/;
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;

/**
 * The items of a text's lists in order, each with its continuation lines. Quotes, code blocks and HTML comments are
 * skipped: their content is quoted, shown, or part of a template.
 */
export function listItems(markdown: string): ListItem[] {
  const items: ListItem[] = [];
  let fence: string | undefined;
  let isOpen = false;
  for (const line of markdown.replace(COMMENT, "").split(/\r\n?|\n/)) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) === true) fence = undefined;
      continue;
    }
    const item = ITEM.exec(line);
    if (mark !== undefined) fence = mark;
    else if (item !== null) items.push({ text: (item[2] ?? "").trim(), isTask: item[1] !== undefined });
    else if (isOpen && /^\s+\S/.test(line)) items.push(continued(items.pop(), line));
    isOpen = mark === undefined && (item !== null || (isOpen && /^\s+\S/.test(line)));
  }
  return items;
}

function continued(item: ListItem | undefined, line: string): ListItem {
  if (item === undefined) throw new TypeError("only an item goes on");
  return { ...item, text: `${item.text} ${line.trim()}` };
}
