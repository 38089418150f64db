import { describe, expect, it } from "vitest";
import { createRedactor } from "../../../src/redaction/redactor.js";
import { createLog } from "../../../src/server/operation/create-log.js";
import { SECRETS } from "../../support/secrets.js";

function logging() {
  const lines: string[] = [];
  const { log: redact } = createRedactor([SECRETS.modelKey], () => 0);
  const log = createLog("info", redact, { write: (line: string) => lines.push(line) });
  return { log, last: () => JSON.parse(lines.at(-1) ?? "") };
}

describe("the log", () => {
  it("is JSON without secrets, in messages, fields and errors, including children", () => {
    const { log, last } = logging();
    const { value } = SECRETS.modelKey;
    log.child({ name: "c" }).info({ repository: "o/r", token: value, err: new Error(`no: ${value}`) }, `key ${value}`);
    expect(last()).toMatchObject({
      repository: "o/r",
      token: "[redacted: model key]",
      msg: "key [redacted: model key]",
    });
    expect(last().err.message).toBe("no: [redacted: model key]");
    expect(JSON.stringify(last())).not.toContain(value);
  });

  it("has no headers of requests", () => {
    const { log, last } = logging();
    log.info(
      {
        req: { id: "d", method: "POST", headers: { authorization: "x" } },
        res: { statusCode: 200, headers: { a: 1 } },
      },
      "m",
    );
    expect(last()).toMatchObject({ req: { id: "d", method: "POST" }, res: { statusCode: 200 } });
    expect(last().req).not.toHaveProperty("headers");
    expect(last().res).not.toHaveProperty("headers");
  });

  it("has status and GitHub's id of a failed request, without bodies", () => {
    const { log, last } = logging();
    const request = {
      method: "POST",
      url: "https://x/y",
      headers: { authorization: "token t" },
      body: '{"b":"request body"}',
    } as const;
    const response = {
      status: 422,
      url: "",
      retryCount: 0,
      headers: { "x-github-request-id": "ABC" },
      data: "answer body",
    };
    // As Octokit makes them.
    const cause = Object.assign(new Error("Validation Failed"), { name: "HttpError", status: 422, request, response });
    log.error({ err: new Error("the step failed", { cause }) }, "reconciling failed");
    expect(last().err).toMatchObject({
      message: "the step failed",
      cause: { type: "HttpError", status: 422, requestId: "ABC" },
    });
    expect(JSON.stringify(last())).not.toMatch(/request body|answer body|token t/);
  });
});
