import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { type ClientRequest, type Server as HttpServer, type IncomingMessage, request } from "node:http";
import { Server } from "probot";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { NotAccepted } from "../../../src/domain/errors.js";
import { freePort } from "../../../src/sandbox/free-port.js";
import { app } from "../../../src/server/app.js";
import { createLog } from "../../../src/server/operation/create-log.js";
import { MAX_BODY_BYTES } from "../../../src/server/start/bounded-body.js";
import { PatientProbot } from "../../../src/server/start/patient-probot.js";

const SECRET = "s";
const PAYLOAD = JSON.stringify({
  action: "opened",
  repository: { id: 1, name: "product", owner: { login: "acme" } },
  installation: { id: 2 },
  sender: { type: "User", login: "ada" },
});

type Started = { server?: Server; http?: HttpServer; url?: string; keep: () => Promise<void> };
const started: Started = { keep: async () => {} };

beforeAll(async () => {
  const port = await freePort();
  const log = createLog("silent", (text) => text);
  const server = new Server({
    port,
    host: "127.0.0.1",
    log,
    Probot: PatientProbot.defaults({ log, appId: 1, githubToken: "test", secret: SECRET }),
  });
  await server.load((probot) =>
    app(probot, { trigger: () => started.keep(), delivered: () => {}, ownLogin: "factory[bot]" }),
  );
  const http = await server.start();
  Object.assign(started, { server, http, url: `http://127.0.0.1:${port}/api/github/webhooks` });
});
afterAll(() => started.server?.stop());

/** A delivery of which nothing but its headers has been sent. */
function begin(length: number | null = Buffer.byteLength(PAYLOAD), body = PAYLOAD): ClientRequest {
  const signature = createHmac("sha256", SECRET).update(body).digest("hex");
  const headers = {
    "content-type": "application/json",
    ...(length === null ? { "transfer-encoding": "chunked" } : { "content-length": length }),
    "x-github-event": "issues",
    "x-github-delivery": randomUUID(),
    "x-hub-signature-256": `sha256=${signature}`,
  };
  const delivery = request(started.url ?? "", { method: "POST", headers });
  delivery.flushHeaders();
  return delivery;
}

async function answerTo(delivery: ClientRequest): Promise<number | undefined> {
  const [answer]: IncomingMessage[] = await once(delivery, "response");
  answer?.resume();
  return answer?.statusCode;
}

async function deliver(body = PAYLOAD): Promise<number | undefined> {
  const delivery = begin(Buffer.byteLength(body), body);
  delivery.end(body);
  return answerTo(delivery);
}

it.each(["null", "7", '"words"', "[]", '[{"action":"opened"}]', "true", " null ", "", "{"])(
  "the App refuses a signed delivery whose body is %j with 400",
  async (body) => {
    expect(await deliver(body)).toBe(400);
  },
);

it("the App takes a signed delivery whose body begins with white space", async () => {
  started.keep = async () => {};
  expect(await deliver(`\n ${PAYLOAD}`)).toBe(200);
});

it("a delivery that could not be stored is refused with a status that GitHub's log shows", async () => {
  started.keep = async () => {
    throw new NotAccepted("the database is away");
  };
  expect(await deliver()).toBe(503);
});

it("a delivery that was stored is acknowledged", async () => {
  started.keep = async () => {};
  expect(await deliver()).toBe(200);
});

it("a delivery is not acknowledged before it is stored, however long its body and the database take", async () => {
  const { http } = started;
  if (http === undefined) throw new Error("not started");
  const clock = vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const keeping = new Promise<(error: Error) => void>((asked) => {
      started.keep = () => new Promise((_, fail) => asked(fail));
    });
    const begun = once(http, "request");
    const delivery = begin();
    const answer = answerTo(delivery);
    await begun;
    clock.advanceTimersByTime(60_000);
    delivery.end(PAYLOAD);
    const fail = await keeping;
    clock.advanceTimersByTime(60_000);
    fail(new NotAccepted("the database is away"));
    expect(await answer).toBe(503);
  } finally {
    vi.useRealTimers();
  }
});

it("a delivery larger than GitHub's limit is refused before it is read", async () => {
  const delivery = begin(MAX_BODY_BYTES + 1);
  expect(await answerTo(delivery)).toBe(413);
  delivery.destroy();
});

it("the connection of a delivery that exceeds the limit is closed, and others continue", async () => {
  let kept = 0;
  started.keep = async () => {
    kept += 1;
  };
  const delivery = begin(null);
  let isEnded = false;
  const ended = new Promise<void>((resolve) => {
    delivery
      .on("error", () => {
        isEnded = true;
      })
      .on("close", resolve);
  });
  const piece = Buffer.alloc(1_024 * 1_024, " ");
  let sent = 0;
  for (; !isEnded && sent < 3 * MAX_BODY_BYTES; sent += piece.length) {
    const written = new Promise((resolve) => {
      delivery.write(piece, resolve);
    });
    await Promise.race([written, ended]);
  }
  await ended;
  expect(sent).toBeLessThan(2 * MAX_BODY_BYTES);
  expect(kept).toBe(0);
  expect(await deliver()).toBe(200);
});
