/** The content of a new forge: an organisation, four people, one repository, the App and its installation. */
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { ACTIONS_BOT, type Acting, actingAs, MERGE_QUEUE_BOT } from "./context.js";
import { newUserToken } from "./http/tokens.js";
import type { Hub } from "./hub.js";
import { createRepository, type NewRepository } from "./operations/repository/create-repository.js";
import { type ImportedRepository, importRepository } from "./operations/repository/import-repository.js";
import { installApp } from "./operations/repository/install-app.js";
import type { AccountRecord } from "./records/account.js";
import type { Permissions } from "./records/app.js";

export type KeyPair = { readonly privateKey: string; readonly publicKey: string };

export type Seed = {
  readonly owner: string;
  readonly repository: string;
  readonly private: boolean;
  /** The first commit. Without files there is none. */
  readonly files: Readonly<Record<string, string>>;
  /** The history that the repository has instead of a first commit. */
  readonly imported: ImportedRepository | undefined;
  readonly appSlug: string;
  readonly permissions: Permissions;
  readonly events: readonly string[];
  readonly keys: KeyPair | undefined;
  /** False registers the App without any installation. */
  readonly installed: boolean;
};

/** The four people, named after their roles. */
export const PEOPLE = ["admin", "write", "read", "stranger"] as const;
export type Person = (typeof PEOPLE)[number];

const LOGINS: Readonly<Record<Person, string>> = {
  admin: "admin",
  write: "writer",
  read: "reader",
  stranger: "stranger",
};

/** The id of the Actions bot on github.com, because code may know it. */
const ACTIONS_BOT_ID = 41_898_282;

export async function plantSeed(hub: Hub, seed: Seed): Promise<void> {
  const owner = addAccount(hub, seed.owner, "Organization");
  const people = new Map(PEOPLE.map((person) => [person, addPerson(hub, person)] as const));
  const admin = people.get("admin");
  if (admin === undefined) throw new Error("the seed needs an admin");
  owner.memberIds.push(admin.id);
  addAccount(hub, ACTIONS_BOT, "Bot", ACTIONS_BOT_ID);
  addAccount(hub, MERGE_QUEUE_BOT, "Bot");
  registerApp(hub, seed, owner);
  const acting: Acting = actingAs({ kind: "user", user: admin, scopes: ["repo", "workflow"] }, Promise.resolve());
  const repository = await createRepository(hub, acting, {
    owner,
    name: seed.repository,
    private: seed.private,
    ...contentOf(hub, seed),
  });
  repository.collaborators.set(admin.id, "admin");
  for (const person of ["write", "read"] as const) {
    const account = people.get(person);
    if (account !== undefined) repository.collaborators.set(account.id, person);
  }
  if (seed.installed) installApp(hub, acting, { account: owner, repositories: [repository] });
}

function contentOf(hub: Hub, { files, imported }: Seed): Pick<NewRepository, "files" | "fill"> {
  if (imported !== undefined) return { fill: (repository) => importRepository(hub, repository, imported) };
  return Object.keys(files).length === 0 ? {} : { files };
}

function addPerson(hub: Hub, person: Person): AccountRecord {
  const account = addAccount(hub, LOGINS[person], "User");
  account.name = `${account.login.charAt(0).toUpperCase()}${account.login.slice(1)}`;
  account.email = `${account.login}@example.com`;
  const scopes = ["repo", "workflow"];
  hub.state.tokens.set(newUserToken(), { kind: "user", userId: account.id, scopes, expiresAt: null });
  return account;
}

export function addAccount(hub: Hub, login: string, type: AccountRecord["type"], id = hub.nextId()): AccountRecord {
  const account: AccountRecord = { id, login, type, name: null, email: null, createdAt: hub.now(), memberIds: [] };
  hub.state.accounts.set(id, account);
  hub.state.logins.set(login.toLowerCase(), id);
  return account;
}

/** GitHub numbers Apps apart from everything else: a check suite's filter takes no number beyond 32 bits. */
const APP_NUMBER = 1_000_001;

function registerApp(hub: Hub, seed: Seed, owner: AccountRecord): void {
  const bot = addAccount(hub, `${seed.appSlug}[bot]`, "Bot");
  hub.state.app = {
    id: APP_NUMBER,
    slug: seed.appSlug,
    name: seed.appSlug,
    clientId: `Iv23${randomBytes(8).toString("hex")}`,
    ownerId: owner.id,
    botId: bot.id,
    ...(seed.keys ?? newKeyPair()),
    webhookSecret: randomBytes(20).toString("hex"),
    webhookUrl: null,
    permissions: seed.permissions,
    events: [...seed.events],
    createdAt: hub.now(),
  };
}

/** GitHub gives App keys in the form PKCS#1. */
export function newKeyPair(): KeyPair {
  return generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
  });
}

/** A person's login and token after a start or restart. */
export function credentialsOf(hub: Hub, person: Person): { readonly login: string; readonly token: string } {
  const login = LOGINS[person];
  const userId = hub.state.logins.get(login);
  for (const [token, record] of hub.state.tokens) {
    if (record.kind === "user" && record.userId === userId) return { login, token };
  }
  throw new Error(`${login} has no token`);
}
