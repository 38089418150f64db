import { ConversationBroke, type StoppableModel } from "../../model/model-port.js";
import type { Metrics } from "./metrics.js";

/** A model whose calls are counted, including failed ones. */
export function measureModel(model: StoppableModel, { modelCalled }: Pick<Metrics, "modelCalled">): StoppableModel {
  return {
    name: model.name,
    webSearch: model.webSearch,
    shown: model.shown,
    async ask(question) {
      const outcome = await model.ask(question).catch((error: unknown) => {
        if (error instanceof ConversationBroke) for (const line of error.usage) modelCalled(line);
        throw error;
      });
      for (const line of outcome.usage) modelCalled(line);
      return outcome;
    },
  };
}
