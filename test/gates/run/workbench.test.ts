import { join } from "node:path";
import { expect, it } from "vitest";
import { PRESETS_FOLDER } from "../../../src/gates/presets/load-presets.js";
import { benchSettings } from "../../../src/gates/run/bench-settings.js";
import { openWorkbench } from "../../../src/gates/run/workbench.js";
import { createTempRepository } from "../../support/temp-repository.js";

it("tells npm where there is no network, so that it does not wait for one", { timeout: 30_000 }, async () => {
  const repository = createTempRepository();
  const tree = repository.commit({ "README.md": "a\n" });
  const settings = await benchSettings(process.env, PRESETS_FOLDER);
  const bench = await openWorkbench({ gitDir: join(repository.folder, ".git"), tree }, settings);
  try {
    const told = async (network: boolean) => (await bench.run('echo "[$npm_config_offline]"', { network })).stdout;
    expect([await told(true), await told(false)]).toEqual(["[]\n", "[true]\n"]);
  } finally {
    await bench.close();
    repository.remove();
  }
});
