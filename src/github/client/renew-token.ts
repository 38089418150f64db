import { hasStatus } from "../../domain/errors.js";
import type { Timing } from "./write-limiter.js";

/** A token that can expire early: a conversation with a model may last longer, and GitHub may revoke it. */
export type RenewableToken = {
  current(): string;
  /** Replaces a token; if it was replaced already, returns the newer one. */
  renew(ended: string): Promise<string>;
};

export function renewableToken(first: string, mint: () => Promise<string>): RenewableToken {
  let token = first;
  let renewing: Promise<string> | null = null;
  async function replace(): Promise<string> {
    try {
      token = await mint();
      return token;
    } finally {
      renewing = null;
    }
  }
  return {
    current: () => token,
    renew: (ended) => {
      if (ended !== token) return Promise.resolve(token);
      renewing ??= replace();
      return renewing;
    },
  };
}

/** Not every server of GitHub knows a new token at once, so it is sent again after these pauses. */
const PAUSES_MS = [1_000, 2_000, 4_000];

type Sent = { readonly headers: object };

/** Sends with the current token, and again with a new one if GitHub does not know it: nothing was done then. */
export function withRenewedToken(token: RenewableToken, { sleep }: Pick<Timing, "sleep">) {
  return async function send<R, O extends Sent>(request: (options: O) => R | Promise<R>, options: O): Promise<R> {
    // In place, because the inner hooks send the same options.
    const sendWith = async (shown: string) => {
      Object.assign(options.headers, { authorization: `token ${shown}` });
      return request(options);
    };
    const first = token.current();
    try {
      return await sendWith(first);
    } catch (error) {
      if (!hasStatus(error, 401)) throw error;
    }
    await token.renew(first);
    for (const pause of PAUSES_MS) {
      try {
        return await sendWith(token.current());
      } catch (error) {
        if (!hasStatus(error, 401)) throw error;
      }
      await sleep(pause);
    }
    return sendWith(token.current());
  };
}
