import { hasStatus } from "../../domain/errors.js";
import type { Timing } from "./write-limiter.js";

/** A token that can end before its time: a conversation with a model may last longer than it, and GitHub may take it back. */
export type RenewableToken = {
  current(): string;
  /** Another one in its place; whoever comes with one that was replaced already gets that other one. */
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

/** Not every machine of GitHub's knows a new token at once: it is shown again after so long. */
const PAUSES_MS = [1_000, 2_000, 4_000];

type Sent = { readonly headers: object };

/** Sends with the token of the moment, and again with a new one where GitHub does not know it: it has done nothing then. */
export function withRenewedToken(token: RenewableToken, { sleep }: Pick<Timing, "sleep">) {
  return async function send<R, O extends Sent>(request: (options: O) => R | Promise<R>, options: O): Promise<R> {
    // In place: hooks further in were handed these same options, and see no others.
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
