/** GraphQL's global ids. They contain the type and the database id, and the id of the repository if there is one. */
export type NodeId = { readonly type: string; readonly ids: readonly (number | string)[] };

export function nodeId(type: string, ...ids: readonly (number | string)[]): string {
  return Buffer.from(`0:${type}:${ids.join(":")}`).toString("base64url");
}

export function parseNodeId(text: string): NodeId | undefined {
  const [zero, type, ...ids] = Buffer.from(text, "base64url").toString().split(":");
  if (zero !== "0" || type === undefined || ids.length === 0) return undefined;
  return { type, ids: ids.map((id) => (/^\d+$/.test(id) ? Number(id) : id)) };
}
