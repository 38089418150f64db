/** The answer of a handler, JSON unless `raw` is set. */
export type Reply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

export function reply(status: number, json: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
    body: Buffer.from(JSON.stringify(json)),
  };
}

export function rawReply(status: number, body: Buffer | string, contentType: string): Reply {
  return { status, headers: { "content-type": contentType }, body: Buffer.from(body) };
}

export const ok = (json: unknown): Reply => reply(200, json);
export const created = (json: unknown): Reply => reply(201, json);
export const accepted = (json: unknown): Reply => reply(202, json);
export const noContent = (): Reply => ({ status: 204, headers: {}, body: Buffer.alloc(0) });
export const redirect = (status: 301 | 302 | 307, location: string): Reply =>
  reply(status, { message: "Moved Permanently", url: location }, { location });
