import type { Probot } from "probot";
import type { RepositoryRef } from "../engine/ports.js";
import { affectedRepository } from "./webhooks/affected-repository.js";
import { installedRepositories } from "./webhooks/installed-repositories.js";
import { type PressedButton, pressedButton } from "./webhooks/pressed-button.js";

/** The receiver of deliveries, and our own login. */
type Listening = {
  /** Resolves when they are stored; rejects if they could not be, and then the delivery is not acknowledged. */
  readonly trigger: (repositories: readonly RepositoryRef[]) => Promise<void>;
  readonly delivered: (event: string, taken: boolean) => void;
  readonly ownLogin: string;
};

/** The Probot function: a delivery triggers reconciles of repositories. It is acknowledged once it is queued. */
export function app(probot: Probot, { trigger, delivered, ownLogin }: Listening): void {
  probot.onAny(async ({ name, payload }) => {
    const repository = affectedRepository(payload, ownLogin);
    const triggered = repository === null ? installedRepositories(payload) : [repository];
    delivered(name, triggered.length > 0);
    if (triggered.length > 0) await trigger(triggered);
  });
}

/** Buttons under our check runs. GitHub does not store them, so each is passed to the loop. */
export function buttons(probot: Probot, press: (button: PressedButton) => Promise<void>): void {
  probot.on(["check_run.requested_action", "check_run.rerequested", "check_suite.rerequested"], async ({ payload }) => {
    const button = pressedButton(payload);
    if (button !== null) await press(button);
  });
}
