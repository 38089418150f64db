/** What a provider wants back with a block, word for word, such as a signature. Nobody else reads it. */
export type Own = Readonly<Record<string, unknown>>;

export type TextBlock = {
  readonly kind: "text";
  readonly text: string;
  /** The next question about this task begins with the same texts up to here: worth caching where a provider can. */
  readonly stableUpToHere?: true;
  readonly own?: Own;
};

type ThinkingBlock = { readonly kind: "thinking"; readonly text: string; readonly own?: Own };

/** The model wants a tool to run. */
export type CallBlock = {
  readonly kind: "call";
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  readonly own?: Own;
};

/** What became of a call. */
export type ResultBlock = {
  readonly kind: "result";
  /** The call's id. */
  readonly call: string;
  readonly text: string;
  readonly isError: boolean;
};

/** What the provider did by itself, such as a search on the web. Only its adapter can read it. */
export type ProviderBlock = { readonly kind: "provider"; readonly own: Own };

/** A piece of what the model said. */
export type SaidBlock = TextBlock | ThinkingBlock | CallBlock | ProviderBlock;

/** A piece of a message, ours or the model's. */
export type Block = SaidBlock | ResultBlock;

/** One message of a conversation, ours or the model's. */
export type Message = { readonly role: "user" | "assistant"; readonly content: readonly Block[] };
