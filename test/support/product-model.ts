/**
 * A model whose product role answers and whose other roles never do. A story with it ends when its first task is
 * planned.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ProductSpec } from "../../src/features/spec/product-spec.js";
import { QUESTION_HEADER } from "../../src/model/question-path.js";
import { Script } from "../../src/sandbox/scripted-model/script.js";
import { writeYaml } from "../../src/yaml/yaml.js";
import { scriptedAnswers } from "./scripted-answers.js";

export type ProductModel = {
  readonly url: string;
  /** The path of every question, in order. */
  readonly asked: readonly string[];
  close(): Promise<void>;
};

/** One draft for each round of the Product Loop. */
export async function startProductModel(drafts: readonly ProductSpec[]): Promise<ProductModel> {
  const folder = mkdtempSync(join(tmpdir(), "product-model-"));
  mkdirSync(join(folder, "product"));
  for (const [index, answer] of drafts.entries()) {
    writeFileSync(
      join(folder, `product/draft.${index + 1}.yml`),
      writeYaml({ turns: [{ answer: JSON.parse(JSON.stringify(answer)) }] }, Script),
    );
  }
  const scripted = await scriptedAnswers(folder);
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const question = String(request.headers[QUESTION_HEADER]);
    asked.push(question);
    if (!question.startsWith("product/")) return void request.resume();
    const { method, headers } = request;
    const passedOn = send(`${scripted.url}${request.url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(passedOn);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await scripted.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
