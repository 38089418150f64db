import type { RoleModel } from "../model-port.js";
import type { Metrics } from "./metrics.js";

/** A model whose calls are counted, failed ones too. */
export function measureModel(model: RoleModel, { modelCalled }: Pick<Metrics, "modelCalled">): RoleModel {
  return {
    name: model.name,
    async ask(question) {
      const outcome = await model.ask(question);
      for (const line of outcome.usage) modelCalled(line);
      return outcome;
    },
  };
}
