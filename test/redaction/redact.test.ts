import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redact, seek } from "../../src/redaction/redact.js";
import type { Secret } from "../../src/redaction/secret.js";
import { ENCODERS, lettersOf } from "../support/secret-encodings.js";
import { KEY, PRIVATE_KEY, SECRETS } from "../support/secrets.js";

const ALL: readonly Secret[] = [...Object.values(SECRETS), KEY];
const everything = seek(ALL);
/** Without forms, so that only knowing the secret itself can help. */
const byHeart = seek(ALL, []);

const PAIRS = Object.entries(SECRETS).flatMap(([kind, secret]) =>
  Object.entries(ENCODERS).map(([encoding, encode]) => ({ kind, secret, encoding, encode })),
);

describe("a known secret", () => {
  it.each(PAIRS)("$kind, $encoding, does not get through", ({ secret, encode }) => {
    const encoded = encode(secret.value);
    const result = redact(`before ${encoded} after`, byHeart);
    expect(result).toContain(`[redacted: ${secret.name}]`);
    expect(result).toMatch(/^before /);
    expect(result).toMatch(/ after$/);
    // Of what made it up, no stretch is left from which it could be put together again.
    const left = lettersOf(result.slice("before ".length, -" after".length));
    const sent = lettersOf(encoded);
    const half = sent.slice(
      Math.floor(sent.length / 4),
      Math.floor(sent.length / 4) + Math.max(12, Math.floor(sent.length / 2)),
    );
    expect(left).not.toContain(half);
  });

  it.each(Object.entries(ENCODERS))("a private key, %s, does not get through", (_, encode) => {
    const result = redact(encode(PRIVATE_KEY), byHeart);
    expect(result).toContain("[redacted: private key]");
    expect(result.length).toBeLessThan(encode(PRIVATE_KEY).length / 3);
  });

  it.each([
    ["with escaped line ends", PRIVATE_KEY.replaceAll("\n", "\\n")],
    ["in base64", Buffer.from(PRIVATE_KEY).toString("base64")],
  ])("a private key that the environment holds %s is recognised in a file", (_, value) => {
    const result = redact(`key:\n${PRIVATE_KEY}`, seek([{ ...KEY, value }], []));
    expect(result).toContain("[redacted: private key]");
    expect(result).not.toContain(PRIVATE_KEY.split("\n")[5]);
  });

  it("made by a machine is recognised by a piece of it", () => {
    const { value } = SECRETS.oldToken;
    expect(redact(`cut off: ${value.slice(0, 28)}`, byHeart)).toBe("cut off: [redacted: installation token]");
    expect(redact(`cut off: ${value.slice(-28)}`, byHeart)).toBe("cut off: [redacted: installation token]");
  });

  it("chosen by a person is recognised as a whole only, because it may be made of words", () => {
    const secrets = seek([{ name: "webhook secret", value: "software-factory-webhook", random: false }]);
    expect(redact("a software-factory is installed; its webhook is set", secrets)).toBe(
      "a software-factory is installed; its webhook is set",
    );
    expect(redact("it is software-factory-webhook.", secrets)).toBe("it is [redacted: webhook secret].");
  });

  it("of more punctuation than letters is recognised, too", () => {
    const secrets = seek([{ name: "webhook secret", value: "!?*-+=/&%$§#", random: false }]);
    expect(redact("it is !?*-+=/&%$§# now", secrets)).toBe("it is [redacted: webhook secret] now");
  });

  it.each([
    [11, "it is abcdefghijk."],
    [12, "it is [redacted: x]."],
  ])("of %i characters: %s", (length, expected) => {
    const value = "abcdefghijklmn".slice(0, length);
    expect(redact(`it is ${value}.`, seek([{ name: "x", value, random: false }]))).toBe(expected);
  });

  it("leaves what is around it as it was, and JSON as JSON", () => {
    const { value } = SECRETS.modelKey;
    expect(redact(`a\r\n\t${value}\u00a0é`, byHeart)).toBe("a\r\n\t[redacted: model key]\u00a0é");
    const line = JSON.stringify({ msg: `\n${value}\n`, err: { stack: `n${PRIVATE_KEY}` } });
    expect(() => JSON.parse(redact(line, byHeart))).not.toThrow();
  });

  it("becomes one mark when it is in pieces, and two when words are between them", () => {
    const { value } = SECRETS.oldToken;
    expect(redact(`${value}\n${value}`, byHeart)).toBe("[redacted: installation token]");
    expect(redact(`${value} or otherwise ${value}`, byHeart)).toBe(
      "[redacted: installation token] or otherwise [redacted: installation token]",
    );
  });
});

describe("any text", () => {
  it("never remains, whatever text surrounds it and however it is encoded", () => {
    const embedded = fc.record({
      before: fc.string({ maxLength: 60 }),
      after: fc.string({ maxLength: 60 }),
      pair: fc.constantFrom(...PAIRS),
    });
    fc.assert(
      fc.property(embedded, ({ before, after, pair: { secret, encode } }) => {
        const result = redact(before + encode(secret.value) + after, everything);
        expect(lettersOf(result)).not.toContain(lettersOf(encode(secret.value)));
      }),
      { numRuns: 200 },
    );
  });

  it("without a secret is the same, byte for byte", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
        expect(redact(text, everything)).toBe(text);
      }),
      { numRuns: 200 },
    );
  });

  it("is the same after a second time as after the first", () => {
    const text = Object.values(ENCODERS)
      .map((encode) => encode(SECRETS.newToken.value))
      .join("\nand ");
    const once = redact(text, everything);
    expect(redact(once, everything)).toBe(once);
  });

  it("of nothing but near misses is gone through once, and left as it is", () => {
    const nearMiss = SECRETS.webhook.value.slice(0, -4).repeat(20_000);
    expect(redact(nearMiss, everything) === nearMiss).toBe(true);
  });
});
