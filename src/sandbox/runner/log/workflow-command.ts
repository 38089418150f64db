/** A command line for the runner: `::name key=value,key=value::data`. */
export type WorkflowCommand = {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
};

const COMMAND = /^\s*::(?<name>[^\s:]+)(?:\s+(?<properties>.*?))?::(?<data>.*)$/s;

/** Undefined for an ordinary line. The escapes are those of @actions/core. */
export function parseWorkflowCommand(line: string): WorkflowCommand | undefined {
  const { name, properties = "", data = "" } = COMMAND.exec(line)?.groups ?? {};
  if (name === undefined) return undefined;
  return { name: name.toLowerCase(), properties: parseProperties(properties), data: unescapeData(data) };
}

function parseProperties(text: string): Record<string, string> {
  const pairs = text.split(",").flatMap((pair) => {
    const at = pair.indexOf("=");
    return at > 0 ? [[pair.slice(0, at).trim().toLowerCase(), unescapeProperty(pair.slice(at + 1))]] : [];
  });
  return Object.fromEntries(pairs);
}

function unescapeData(text: string): string {
  return text.replaceAll("%0D", "\r").replaceAll("%0A", "\n").replaceAll("%25", "%");
}

function unescapeProperty(text: string): string {
  return unescapeData(text.replaceAll("%3A", ":").replaceAll("%2C", ","));
}
