/** A fenced block that its own content cannot close, whatever a person wrote in it. */
export function fencedBlock(content: string, language: string): string {
  const longest = Math.max(2, ...[...content.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${content.replace(/\n$/, "")}\n${fence}`;
}
