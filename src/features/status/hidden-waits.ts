import { Wait } from "../../engine/wait.js";

const BEGIN = "<!-- factory-waits ";
const END = " -->";

/** The words of waits fill half of a comment at most; the same words as data may take less. */
const ROOM = 20_000;

/**
 * Waits as data in the first line of the status comment, next to its key: for programs that read it, while people read the
 * words. As many as there is room for, in order.
 */
export function hiddenWaits(waits: readonly Wait[]): string {
  const shown: string[] = [];
  let used = 0;
  for (const wait of waits) {
    const text = harmless(JSON.stringify(wait));
    used += text.length + 1;
    if (used > ROOM) break;
    shown.push(text);
  }
  return `${BEGIN}[${shown.join(",")}]${END}`;
}

/** The waits of a status comment; none where it holds none that can be read. */
export function waitsIn(body: string): Wait[] {
  const [line = ""] = body.split("\n", 1);
  const begin = line.indexOf(BEGIN);
  if (begin === -1) return [];
  const read = Wait.array().safeParse(jsonOrNull(line.slice(begin + BEGIN.length, line.lastIndexOf(END))));
  return read.success ? read.data : [];
}

/** A wait quotes words of models and people: none of them may end the comment that hides it. */
function harmless(json: string): string {
  return json.replaceAll("<", "\\u003c").replaceAll(">", "\\u003e");
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // anybody can write a comment that begins like this
  }
}
