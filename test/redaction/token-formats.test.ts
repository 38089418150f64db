import { describe, expect, it } from "vitest";
import { redact, seek } from "../../src/redaction/redact.js";
import { LOG_FORMATS, TOKEN_FORMATS } from "../../src/redaction/token-formats.js";
import { PRIVATE_KEY } from "../support/secrets.js";

const nothing = seek([]);
const inLogs = seek([], [...TOKEN_FORMATS, ...LOG_FORMATS]);
const a = (length: number) => "aB3dE5fG7h".repeat(40).slice(0, length);
const A = (length: number) =>
  "AB3DE5FG7H"
    .repeat(40)
    .slice(0, length)
    .replaceAll(/[0189]/g, "Q");

describe("a credential that nobody told us of", () => {
  it.each([
    ["installation token", `ghs_${a(36)}`],
    ["installation token", `ghs_123456_eyJ${a(30)}.${a(60)}.${a(86)}`],
    ["GitHub token", `ghp_${a(36)}`],
    ["GitHub token", `gho_${a(36)}`],
    ["GitHub token", `ghu_${a(36)}`],
    ["GitHub token", `ghr_${a(76)}`],
    ["GitHub token", `github_pat_${a(22)}_${a(59)}`],
    ["model key", `sk-ant-api03-${a(93)}AA`],
    ["model key", `sk-proj-${a(48)}`],
    ["AWS key", `AKIA${A(16)}`],
    ["AWS key", `ASIA${A(16)}`],
    ["npm token", `npm_${a(36)}`],
    ["Slack token", `xoxb-${a(40)}`],
    ["Google key", `AIza${a(35)}`],
    ["GitLab token", `glpat-${a(20)}`],
    ["private key", PRIVATE_KEY.trim()],
    ["private key", PRIVATE_KEY.trim().replaceAll("\n", "\\n")],
    ["private key", PRIVATE_KEY.trim().split("\n").slice(0, 9).join("\n")],
    ["private key", PRIVATE_KEY.trim().replace("\n", "\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0F\n\n")],
  ])("shows as a %s by its form", (name, token) => {
    expect(redact(`see (${token}), thanks`, nothing)).toBe(`see ([redacted: ${name}]), thanks`);
  });

  it("keeps the name that it was given", () => {
    expect(redact(`aws_secret_access_key = ${a(40)}\n`, nothing)).toBe(
      "aws_secret_access_key = [redacted: AWS secret]\n",
    );
  });

  it.each([
    ["a prefix in a sentence", "Tokens begin with ghs_, ghp_ or github_pat_, keys with sk-ant- and AKIA."],
    ["Amazon's example", "AKIAIOSFODNN7EXAMPLE"],
    ["a part of a longer word", `x${`ghp_${a(36)}`}`],
    ["a placeholder", "ghs_xxxx"],
    ["a public key", "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A\n-----END PUBLIC KEY-----"],
    ["a line about keys", "It starts with -----BEGIN RSA PRIVATE KEY----- and some lines of base64."],
    ["a commit", "951a2f28f0f1c9e3c1d5d2a5f0b1c2d3e4f5a6b7"],
    ["an integrity hash", "sha512-z1H3fYyQ0aB3dE5fG7haB3dE5fG7haB3dE5fG7haB3dE5fG7haB3dE5fG7haB3dE5fG7haB3dE5fG7h=="],
    ["a header in a test", "headers: { authorization: `Bearer ${token}` }"],
  ])("%s is none", (_, text) => {
    expect(redact(text, nothing)).toBe(text);
  });
});

describe("in a log", () => {
  it.each([
    [`authorization: Bearer ${a(30)}`, "authorization: Bearer [redacted: credential]"],
    [`Authorization: token ${a(30)}`, "Authorization: token [redacted: credential]"],
    [`https://x-access-token:${a(12)}@github.com/o/r`, "https://x-access-token:[redacted: credential]@github.com/o/r"],
    [`jwt eyJ${a(20)}.eyJ${a(40)}.${a(40)} sent`, "jwt [redacted: signed token] sent"],
  ])("%s", (text, expected) => {
    expect(redact(text, inLogs)).toBe(expected);
    expect(redact(text, nothing)).toBe(text);
  });
});
