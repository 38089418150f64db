/**
 * Webhook events. `publish` adds the common fields (repository, organization, sender, installation) to a payload and
 * enqueues it for the App, if the App subscribes to the event and is installed there.
 */
import { randomUUID } from "node:crypto";
import type { Acting } from "../context.js";
import type { Hub } from "../hub.js";
import { installationFor, ownerOf } from "../lookup.js";
import { nodeId } from "../node-id.js";
import type { DeliveryRecord, InstallationRecord } from "../records/app.js";
import type { RepositoryRecord } from "../records/repository.js";
import { organizationSimple, simpleUser } from "../resources/account.js";
import { repositoryJson } from "../resources/repository.js";
import type { EventName } from "./event-names.js";

export type ForgeEvent = {
  readonly name: EventName;
  readonly action: string | null;
  readonly repository: RepositoryRecord;
  /** Built at once and only for a receiver, so that it shows the state at this moment. */
  readonly payload: () => object | Promise<object>;
};

/** Sent to every App without a subscription. */
const ALWAYS_SENT = new Set<string>(["installation", "installation_repositories", "github_app_authorization"]);

export async function publish(hub: Hub, acting: Acting, event: ForgeEvent): Promise<void> {
  const installation = installationFor(hub.state, event.repository);
  if (installation === undefined || !isRequested(hub, installation, event.name)) return;
  const owner = ownerOf(hub.state, event.repository);
  const body = {
    ...(event.action === null ? {} : { action: event.action }),
    repository: repositoryJson(hub, event.repository),
    ...(owner.type === "Organization" ? { organization: organizationSimple(hub, owner) } : {}),
    sender: simpleUser(hub, acting.user),
    installation: { id: installation.id, node_id: nodeId("Installation", installation.id) },
    ...(await event.payload()),
  };
  deriveEffects(hub, acting, {
    event: event.name,
    action: event.action,
    installation,
    repositoryId: event.repository.id,
    body,
  });
}

/** `installation` and `installation_repositories` concern the App itself, not one repository. */
export function publishToApp(
  hub: Hub,
  acting: Acting,
  event: {
    readonly name: EventName;
    readonly action: string;
    readonly installation: InstallationRecord;
    readonly payload: object;
  },
): void {
  if (hub.state.app?.webhookUrl == null) return;
  const body = { action: event.action, ...event.payload, sender: simpleUser(hub, acting.user) };
  const { name, action, installation } = event;
  deriveEffects(hub, acting, { event: name, action, installation, repositoryId: null, body });
}

function isRequested(hub: Hub, installation: InstallationRecord, name: string): boolean {
  if (hub.state.app?.webhookUrl == null || installation.suspendedAt !== null) return false;
  return ALWAYS_SENT.has(name) || installation.events.includes(name);
}

type PendingEffect = {
  readonly event: string;
  readonly action: string | null;
  readonly installation: InstallationRecord;
  readonly repositoryId: number | null;
  readonly body: object;
};

/** GitHub does not deliver larger payloads (decisions.md#github-deliveries). */
const MAX_PAYLOAD_BYTES = 25 * 1024 * 1024;

function deriveEffects(hub: Hub, acting: Acting, pending: PendingEffect): void {
  const body = JSON.stringify(pending.body);
  if (Buffer.byteLength(body) > MAX_PAYLOAD_BYTES) {
    hub.log(`NOT DELIVERED: a payload of ${pending.event} is larger than 25 MB`);
    return;
  }
  const delivery: DeliveryRecord = {
    id: hub.nextId(),
    guid: randomUUID(),
    event: pending.event,
    action: pending.action,
    installationId: pending.installation.id,
    repositoryId: pending.repositoryId,
    redelivery: false,
    createdAt: hub.now(),
    body,
    ...untried(),
  };
  hub.deliveries.enqueue(delivery, acting.responded);
}

/** Sends the same GUID and body as a new entry of the log. */
export function redeliver(hub: Hub, original: DeliveryRecord, ready: Promise<void>): DeliveryRecord {
  const copy = { ...original, id: hub.nextId(), redelivery: true, createdAt: hub.now(), ...untried() };
  hub.deliveries.enqueue(copy, ready);
  return copy;
}

function untried() {
  return {
    deliveredAt: null,
    durationSeconds: 0,
    status: "pending",
    statusCode: 0,
    requestHeaders: {},
    responseHeaders: {},
    responseBody: null,
  };
}
