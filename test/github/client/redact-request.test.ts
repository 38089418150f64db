import { describe, expect, it } from "vitest";
import { redactRequest } from "../../../src/github/client/redact-request.js";
import { createRedactor } from "../../../src/redaction/redactor.js";
import { SECRETS } from "../../support/secrets.js";

const { value: key } = SECRETS.modelKey;
const MARK = "[redacted: model key]";
const send = redactRequest(createRedactor([SECRETS.modelKey], () => 0).file);
const sent = <O extends { method: string; url: string }>(options: O): O => send((given: O) => given, options);
const base64 = (text: string | Buffer) => Buffer.from(text).toString("base64");

describe("a write to GitHub", () => {
  it("has no secret in any field, and keeps its token", () => {
    const headers = { authorization: `token ${key}` };
    const options = {
      method: "POST",
      url: "/repos/{owner}/{repo}/issues",
      headers,
      title: key,
      labels: [`a ${key}`],
      at: { [key]: 1 },
    };
    expect(sent(options)).toEqual({
      ...options,
      title: MARK,
      labels: [`a ${MARK}`],
      at: { [MARK]: 1 },
    });
  });

  it.each(["POST", "PATCH", "PUT", "DELETE"])("by %s is redacted", (method) => {
    expect(sent({ method, url: "/x", body: key })).toMatchObject({ body: MARK });
  });

  it("by a mutation is redacted, a query is not", () => {
    const question = { method: "POST", url: "/graphql", query: "query { x }", variables: { text: key } };
    expect(sent(question)).toBe(question);
    expect(sent({ ...question, query: "mutation { x }" })).toMatchObject({ variables: { text: MARK } });
  });

  it("in a commit is redacted inside its base64, which stays a valid file", () => {
    const bytes = Buffer.concat([Buffer.from([0, 255, 128]), Buffer.from(`é ${key}\n`)]);
    const binary = base64(Buffer.from([0, 1, 2, 254]));
    const additions = [
      { path: "a", contents: base64(bytes) },
      { path: "b", contents: binary },
    ];
    const options = {
      method: "POST",
      url: "/graphql",
      query: "mutation { x }",
      variables: { input: { fileChanges: { additions } } },
    };
    const [first, second] = sent(options).variables.input.fileChanges.additions;
    expect(Buffer.from(first?.contents ?? "", "base64")).toEqual(
      Buffer.concat([Buffer.from([0, 255, 128]), Buffer.from(`é ${MARK}\n`)]),
    );
    expect(second?.contents).toBe(binary);
  });
});
