/** The differences between the tests in the source and the tests that ran. */
export type InventoryComparison = { readonly unread: readonly string[]; readonly unrun: readonly string[] };

/**
 * Compares the names of tests in the source with those that a runner reported. A title that is only known at run time
 * (`it.each`, a template) matches every name of its form. A suite need not be reported itself.
 */
export function compareInventory(read: readonly string[], ran: readonly string[]): InventoryComparison {
  const forms = read.map((name) => ({ name, parts: fixedParts(name) }));
  const plain = ran.map(withoutParameters);
  return {
    unread: ran.filter(
      (name, index) => !forms.some(({ parts }) => fits(name, parts) || fits(plain[index] ?? name, parts)),
    ),
    unrun: forms
      .filter(({ parts }) => !ran.some((name, index) => fits(name, parts) || fits(plain[index] ?? name, parts)))
      .map(({ name }) => name)
      .filter((name) => !read.some((other) => other.startsWith(`${name} > `))),
  };
}

/** The tests in the source that a reported name may be of. */
export function readNamesOf(ran: string, read: readonly string[]): string[] {
  const plain = withoutParameters(ran);
  return read.filter((name) => fits(ran, fixedParts(name)) || fits(plain, fixedParts(name)));
}

/** Template parts, printf and `$name` placeholders of table tests, and tests without a title. */
const OPEN = /\$\{(?:[^{}]|\{[^{}]*\})*\}|%[sdifjoOpc#%]|\$[A-Za-z_][\w.]*|<anonymous>/;

function fixedParts(name: string): string[] {
  return name.split(new RegExp(OPEN, "g"));
}

/** pytest writes the parameters behind the name: `test_sum[1-2]`. */
function withoutParameters(name: string): string {
  const from = name.endsWith("]") ? name.indexOf("[") : -1;
  return from === -1 ? name : name.slice(0, from);
}

/** Whether a name starts with the first part, ends with the last, and has the others between them, in order. */
function fits(name: string, parts: readonly string[]): boolean {
  const [first = "", ...rest] = parts;
  if (rest.length === 0) return name === first;
  const last = rest.pop() ?? "";
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at <= name.length - last.length;
}
