import { describe, expect, it } from "vitest";
import { Contract } from "../../../src/domain/contract/contract.js";
import { consumerPath } from "../../../src/features/interface-change/rules/change-file-paths.js";
import { findConsumers } from "../../../src/jobs/interface-change/find-consumers.js";
import { readYaml } from "../../../src/yaml/yaml.js";
import { aContract } from "../../support/contract.js";
import { REPOSITORY, readerOf, storeOf } from "../../support/job-ports.js";
import { FIRST_TASK, NOW, planning } from "../../support/loop.js";
import { HEAD } from "../../support/observed.js";
import { shippedFiles } from "../../support/shipped-files.js";

const ID = "ICE-00000001";
const target = aContract({ module_id: "MM-0001", dependencies: [] });
const on = (ref: string) => [{ ref, why: "tags" }];
const files = {
  ...shippedFiles(target),
  ...shippedFiles(aContract({ module_id: "MM-0002", dependencies: on("MM-0001@^1.0.0") })),
  ...shippedFiles(aContract({ module_id: "MM-0003", dependencies: on("MM-0002@^1.0.0") })),
};

const look = (version: string) =>
  findConsumers(
    REPOSITORY,
    { kind: "find-consumers", key: "k", change_id: ID, head: HEAD },
    {
      state: storeOf({
        ...planning,
        interface_changes: {
          [ID]: {
            task_id: FIRST_TASK,
            target_module: "MM-0001@1.0.0",
            decisions: [],
            questions: 4,
            stage: { stage: "shipped", version },
          },
        },
      }),
      reader: readerOf(files),
      clock: { now: () => NOW },
    },
  );

describe("who rests on a module whose interface has changed", () => {
  it.each(["2.0.0", "1.1.0"])("is found after %s, with the contract it is verified to", async (version) => {
    const found = await look(version);
    const consumers = [{ module_ref: "MM-0002@1.0.0", version: "1.0.1" }];
    expect(found.events).toMatchObject([{ exception_id: ID, event: { kind: "consumers-found", consumers } }]);
    const [file] = found.files;
    expect(file?.path).toBe(consumerPath(ID, "MM-0002"));
    expect(readYaml("contract", file?.text ?? "", Contract)).toMatchObject({
      value: { module_version: "1.0.1", dependencies: on(`MM-0001@^${version}`) },
    });
  });
});
