import { afterEach, expect, it } from "vitest";
import { ConversationBroke } from "../../../../src/model/model-port.js";
import { anthropicModel } from "../../../support/anthropic-model.js";
import { type AnthropicServer, anthropicServer, reply } from "../../../support/anthropic-server.js";
import { NOW } from "../../../support/loop.js";
import { A_SUM, aQuestion, echo } from "../../../support/question.js";

const servers: AnthropicServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

it("a conversation that breaks where its answer is checked says what its calls took, and why it broke", async () => {
  const server = await anthropicServer([
    reply({ calls: [{ name: "read", input: { text: "a" } }], usage: { input: 100, output: 10 }, requestId: "req_1" }),
    reply({ calls: [{ name: "submit", input: A_SUM }], usage: { input: 120, output: 20 }, requestId: "req_2" }),
  ]);
  servers.push(server);
  const model = anthropicModel({ apiKey: "k", baseUrl: server.url, clock: { now: () => NOW } });
  const away = new Error("GitHub answered with status 502");
  const broke = await model
    .ask(aQuestion({ tools: [echo("read")], check: () => Promise.reject(away) }))
    .catch((error: unknown) => error);
  expect(broke).toBeInstanceOf(ConversationBroke);
  expect(broke).toMatchObject({
    cause: away,
    message: away.message,
    usage: [
      { request_id: "req_1", input_tokens: 100, output_tokens: 10, outcome: "answered" },
      { request_id: "req_2", input_tokens: 120, output_tokens: 20, outcome: "answered" },
    ],
  });
});
