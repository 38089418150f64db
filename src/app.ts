import type { Probot } from "probot";
import type { RepositoryRef } from "./ports.js";
import { affectedRepository } from "./webhooks/affected-repository.js";
import { installedRepositories } from "./webhooks/installed-repositories.js";
import { type PressedButton, pressedButton } from "./webhooks/pressed-button.js";

/** Who is told of deliveries, and by which login our own are known. */
type Listening = {
  readonly look: (repository: RepositoryRef) => void;
  readonly delivered: (event: string, taken: boolean) => void;
  readonly ownLogin: string;
};

/** The Probot function: a delivery is a hint about repositories. It is acknowledged at once; the loop looks later. */
export function app(probot: Probot, { look, delivered, ownLogin }: Listening): void {
  probot.onAny(({ name, payload }) => {
    const repository = affectedRepository(payload, ownLogin);
    const hinted = repository === null ? installedRepositories(payload) : [repository];
    delivered(name, hinted.length > 0);
    for (const each of hinted) look(each);
  });
}

/** Buttons under our check runs. GitHub keeps no record of them, so each is brought to the loop as it is. */
export function buttons(probot: Probot, press: (button: PressedButton) => void): void {
  probot.on(["check_run.requested_action", "check_run.rerequested"], async ({ payload }) => {
    const button = pressedButton(payload);
    if (button !== null) press(button);
  });
}
