/** Data that a provider needs back with a block, word for word, such as a signature. No other code reads it. */
export type Own = Readonly<Record<string, unknown>>;

export type TextBlock = {
  readonly kind: "text";
  readonly text: string;
  /**
   * The next question about this task begins with the same texts up to here, so a provider that can should cache them.
   */
  readonly stableUpToHere?: true;
  readonly own?: Own;
};

type ThinkingBlock = { readonly kind: "thinking"; readonly text: string; readonly own?: Own };

/** The model requests a tool call. */
export type CallBlock = {
  readonly kind: "call";
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  readonly own?: Own;
};

/** The result of a tool call. */
export type ResultBlock = {
  readonly kind: "result";
  /** The call's id. */
  readonly call: string;
  readonly text: string;
  readonly isError: boolean;
};

/** An action of the provider itself, such as a web search. Only its adapter can read it. */
export type ProviderBlock = { readonly kind: "provider"; readonly own: Own };

/** A part of the model's message. */
export type SaidBlock = TextBlock | ThinkingBlock | CallBlock | ProviderBlock;

/** A part of a message, ours or the model's. */
export type Block = SaidBlock | ResultBlock;

/** One message of a conversation, ours or the model's. */
export type Message = { readonly role: "user" | "assistant"; readonly content: readonly Block[] };
