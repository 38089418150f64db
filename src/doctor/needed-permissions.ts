/** What the App asks for and what each is for. `app.yml` says the same, and a test compares. */
export const NEEDED_PERMISSIONS: Readonly<Record<string, { readonly level: "read" | "write"; readonly why: string }>> =
  {
    actions: { level: "write", why: "it cannot start the gates or read their reports" },
    administration: { level: "read", why: "it cannot tell which branch rules would stop a merge" },
    checks: { level: "write", why: "it cannot show the results of the gates" },
    contents: { level: "write", why: "it cannot write its branches, keep its state or merge" },
    issues: { level: "write", why: "it cannot answer, label or keep the status comment" },
    merge_queues: { level: "read", why: "it does not hear of a merge queue's groups" },
    metadata: { level: "read", why: "it cannot see the repository" },
    pull_requests: { level: "write", why: "it cannot open, review or merge pull requests" },
    workflows: { level: "write", why: "it cannot propose the gates workflow or its upgrades" },
  };

/** Without these the App still works; it only knows less. */
export const DISPENSABLE: ReadonlySet<string> = new Set(["administration", "merge_queues"]);
