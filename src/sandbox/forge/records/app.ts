export type PermissionLevel = "read" | "write" | "admin";

/** The permissions of an App, an installation or a token: `{ issues: "write" }`. */
export type Permissions = Readonly<Record<string, PermissionLevel>>;

/**
 * The registered GitHub App. Its key pair is created once and kept, so that the App's key still works after a restart.
 */
export type AppRecord = {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly clientId: string;
  readonly ownerId: number;
  readonly botId: number;
  readonly privateKey: string;
  readonly publicKey: string;
  webhookSecret: string;
  webhookUrl: string | null;
  permissions: Permissions;
  events: string[];
  readonly createdAt: string;
};

/** The App on one account: with all of its repositories, or with the listed ones. */
export type InstallationRecord = {
  readonly id: number;
  readonly accountId: number;
  repositorySelection: "all" | "selected";
  repositoryIds: number[];
  permissions: Permissions;
  events: string[];
  readonly createdAt: string;
  updatedAt: string;
  suspendedAt: string | null;
  suspendedById: number | null;
};

/** The identity behind a token. `repositoryIds: null` means every repository of the installation. */
export type TokenRecord =
  | {
      readonly kind: "user";
      readonly userId: number;
      readonly scopes: readonly string[];
      readonly expiresAt: null;
      /** The slug of another App that holds the token and acts for that person. */
      readonly throughApp?: string;
    }
  | {
      readonly kind: "installation";
      readonly installationId: number;
      readonly permissions: Permissions;
      readonly repositoryIds: readonly number[] | null;
      readonly expiresAt: string;
    }
  | {
      readonly kind: "job";
      readonly repositoryId: number;
      readonly runId: number;
      readonly permissions: Permissions;
      readonly expiresAt: string;
    };

/** One webhook delivery: the request as sent, and the response. `deliveredAt: null` means that it is pending. */
export type DeliveryRecord = {
  readonly id: number;
  readonly guid: string;
  readonly event: string;
  readonly action: string | null;
  readonly installationId: number | null;
  readonly repositoryId: number | null;
  readonly redelivery: boolean;
  readonly createdAt: string;
  /** The exact text that was signed. */
  readonly body: string;
  deliveredAt: string | null;
  durationSeconds: number;
  status: string;
  statusCode: number;
  requestHeaders: Record<string, string>;
  responseHeaders: Record<string, string>;
  responseBody: string | null;
};
