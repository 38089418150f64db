import type { StoppableModel } from "../../model/model-port.js";
import { anthropicProvider } from "../../model/providers/anthropic/anthropic-provider.js";
import { recordTo } from "../../model/recordings/record-to.js";
import { type RoleModelOptions, roleModel } from "../../model/role-model.js";
import type { ScriptedModel } from "./scripted-answers.js";

/** A model that asks a scripted one and stores every answer. It makes recordings without a key. */
export function recordWith(
  server: Pick<ScriptedModel, "url">,
  cassetteFolder: string,
  options: Pick<RoleModelOptions, "clock">,
): StoppableModel {
  // It speaks Anthropic's API, whatever provider a role's settings name.
  const scripted = anthropicProvider({ apiKey: "scripted", baseUrl: server.url });
  const provider = recordTo(cassetteFolder, scripted);
  return roleModel({ ...options, providerOf: () => provider, name: "scripted" });
}
