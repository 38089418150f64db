import { describe, expect, it } from "vitest";
import type { CodeIndex } from "../../../src/code-index/code-index.js";
import { Contribution } from "../../../src/domain/artifacts/contribution.js";
import { CodeIndexEntry } from "../../../src/domain/index-entries/code-index-entry.js";
import type { CodeIndexQuery } from "../../../src/domain/index-entries/search-filter.js";
import { LEDGER_PATH, Ledger } from "../../../src/domain/ledger/ledger.js";
import type { Scope } from "../../../src/domain/ledger/scope.js";
import { orThrow } from "../../../src/domain/refusal.js";
import type { Question, RoleOutcome, WebSearch } from "../../../src/model/model-port.js";
import { draftSpec } from "../../../src/roles/product/draft-spec.js";
import type { JobPorts } from "../../../src/roles/reading/job-ports.js";
import { readYaml, writeYaml } from "../../../src/yaml/yaml.js";
import { anEntry } from "../../support/code-index.js";
import { REPOSITORY, readerOf, storeOf } from "../../support/job-ports.js";
import { NOW, planning } from "../../support/loop.js";
import { validSpec } from "../../support/product-spec.js";
import { scopeOf } from "../../support/scope.js";

const round = {
  number: 1,
  kind: "fresh",
  spec_blob: "a".repeat(40),
  feedback: [],
  amends: 0,
  started_at: NOW,
} as const;

const OFFLINE = { offered: false, why: "the model is a recording" } as const;
type Setting = {
  readonly webSearch?: WebSearch;
  /** What the provider's search led to; null for a role that refuses. */
  readonly found?: readonly string[] | null;
  /** Read for the draft before. */
  readonly sources?: readonly string[];
  readonly spec?: string;
  readonly scope?: Scope;
  readonly shown?: (text: string) => string;
};

/** What the product role is asked with, where the default branch holds these files. */
async function askedWith(
  files: Readonly<Record<string, string>>,
  { webSearch = OFFLINE, found = null, sources = [], spec = "# A product\n", scope, shown }: Setting = {},
) {
  const questions: Question<unknown>[] = [];
  const indexed: (readonly CodeIndexEntry[])[] = [];
  const queries: string[] = [];
  const ports: JobPorts = {
    state: { ...storeOf(null), readBlob: async () => spec },
    reader: readerOf(files),
    model: {
      name: "listening",
      webSearch,
      shown,
      ask: async <T>(question: Question<T>): Promise<RoleOutcome<T>> => {
        questions.push(question as Question<unknown>);
        const search = question.tools.find(({ name }) => name === "search_code_index");
        await search?.run({ query: "tags" });
        if (found === null) return { kind: "refused", why: "only listening", usage: [] };
        const queries = webSearch.offered ? { queries: ["tags", "tags"] } : {};
        return {
          kind: "answered",
          value: { ...validSpec(), ...(scope === undefined ? {} : { scope }) } as T,
          sources: found,
          ...queries,
          usage: [],
        };
      },
    },
    clock: { now: () => NOW },
    forge: { perform: async () => false },
    signal: new AbortController().signal,
    indexOf: (entries) => {
      indexed.push(entries);
      return {
        search: async ({ query }: CodeIndexQuery) => {
          queries.push(query);
          return entries.map((entry) => ({ entry, similarity_score: 0.5 }));
        },
      } as unknown as CodeIndex;
    },
    surfaceOf: () => Promise.reject(new Error("nothing is compiled for a draft")),
    boundaryFor: () => "boundary",
  };
  const effect = {
    kind: "draft-spec",
    key: "d",
    base: "b".repeat(40),
    round: { ...round, feedback: [] as string[], sources: [...sources] as string[] },
    request: planning.request,
  } as const;
  const { events, files: written } = await draftSpec(REPOSITORY, effect, ports);
  const [question] = questions;
  if (question === undefined) throw new Error("the role was asked");
  const pack = written.find(({ path }) => path.startsWith(".factory/context-packs/"))?.text ?? "";
  return { config: question.config, indexed, queries, question, event: events[0], pack, written };
}

describe("the product role", () => {
  it("is the model that the configuration of the default branch names", async () => {
    const { config } = await askedWith({ ".factory/config.yml": "models:\n  product:\n    name: another-model\n" });
    expect(config.models.product.name).toBe("another-model");
  });

  it("searches what has shipped in this repository", async () => {
    const entry = anEntry();
    const { indexed } = await askedWith({ ".factory/code-index/MM-0001@1.0.0.yml": writeYaml(entry, CodeIndexEntry) });
    expect(indexed.flat()).toEqual([entry]);
  });

  it("is given what has shipped and is nearest to the request, before it searches itself, and the pack says so", async () => {
    const entry = anEntry();
    const { question, queries, pack } = await askedWith({
      ".factory/code-index/MM-0001@1.0.0.yml": writeYaml(entry, CodeIndexEntry),
    });
    expect(queries).toEqual([`${planning.request.title}\n# A product\n`, "tags"]);
    const given = question.given.find(({ input }) => input === "code-index-results");
    expect(given?.text).toContain(`MM-0001@1.0.0 ${entry.name} (SHIPPED, similarity 0.50)`);
    expect(pack).toMatch(/ref: code-index-results@/);
  });

  it("is given SPEC.md, the title of the issue, and the instant that its spec will carry", async () => {
    const { question } = await askedWith({});
    const text = question.given.find(({ input }) => input === "product-request")?.text;
    expect(text).toContain("# A product");
    expect(text).toContain(`title: ${planning.request.title}`);
    expect(text).toContain(`instant of this call: ${NOW}`);
  });

  it("may read the documents that SPEC.md refers to; they are named to it, and the pack lists them", async () => {
    const files = {
      "docs/format.md": "Tabs separate.",
      "docs/large.md": "x".repeat(100_001),
      "docs/other.md": "Not asked for.",
    };
    const { question, pack } = await askedWith(files, {
      spec: "Read [the format](docs/format.md) and `docs/large.md`.",
    });
    const request = question.given
      .filter(({ input }) => input === "product-request")
      .map(({ title, text }) => title + text);
    expect(request).toHaveLength(3);
    expect(request[1]).toMatch(/^Document 1 of 1 that SPEC\.md refers to<<<DATA .*docs\/format\.md: 14 bytes/s);
    expect(request[2]).toContain("docs/large.md: 100001 bytes; at most 100000 can be read");
    const read = question.tools.find(({ name }) => name === "read");
    expect((await read?.run({ path: "docs/format.md" }))?.text).toContain("Tabs separate.");
    expect((await read?.run({ path: "docs/other.md" }))?.text).toBe(
      "there is no docs/other.md; there are: SPEC.md, docs/format.md",
    );
    expect(pack).toMatch(/ref: docs\/format\.md@[0-9a-f]{40}\n\s+permission: FULL/);
    expect(pack).toMatch(/ref: documents-left-out@[0-9a-f]{64}\n\s+permission: METADATA_ONLY/);
  });

  it("leaves one contribution for a draft that is taken, and none for one that is not", async () => {
    const contributions = ({ written }: Awaited<ReturnType<typeof askedWith>>) =>
      written
        .filter(({ path }) => path.startsWith(".factory/product/contributions/CONTRIB-"))
        .map(({ path, text }) => orThrow(readYaml(path, text, Contribution)));
    const asked = await askedWith({}, { found: [] });
    const { context_pack_id, created_for } = asked.question.pack;
    expect(contributions(asked)).toMatchObject([
      {
        type: "PRODUCT_SPEC",
        produced_by: { role: "product", run_id: created_for.run_id },
        task_ref: "",
        context_pack_ref: context_pack_id,
      },
    ]);
    expect(contributions(await askedWith({}))).toEqual([]);
  });

  const ONLINE = { offered: true } as const;
  const OFF = { ".factory/config.yml": "web_search: false\n" };
  const SWITCHED_OFF = "`web_search` is off in .factory/config.yml";

  it("searches the web where both the model and the configuration let it, and its sources are recorded once", async () => {
    const found = ["https://a.example", "https://b.example", "https://a.example"];
    const { question, event, pack } = await askedWith({}, { webSearch: ONLINE, found, sources: ["https://b.example"] });
    expect(question.webSearch).toBe(true);
    expect(question.prompt.text).toContain("in this call: **available**");
    expect(question.given.find(({ input }) => input === "research")?.text).toContain("https://b.example");
    const sources = ["https://b.example", "https://a.example"];
    expect(event).toMatchObject({ kind: "spec-drafted", sources, queries: ["tags"] });
    expect(event).not.toHaveProperty("unsearched");
    expect(pack).not.toContain("web-search@");
  });

  it.each([
    ["the model has no search", {}, OFFLINE, OFFLINE.why],
    ["the configuration switches it off", OFF, ONLINE, SWITCHED_OFF],
    ["neither lets it", OFF, OFFLINE, SWITCHED_OFF],
  ])(
    "goes without where %s, and is told so; its pack and the person are told why",
    async (_, files, webSearch, why) => {
      const { question, event, pack } = await askedWith(files, { webSearch, found: [] });
      expect(question.webSearch).toBe(false);
      expect(question.prompt.text).toContain("in this call: **not available**");
      expect(question.given.filter(({ input }) => input === "research")).toEqual([]);
      expect(pack).toMatch(/excluded_refs:\n(?:.*\n)*\s+- ref: web-search@[0-9a-f]{64}/);
      expect(pack.replaceAll(/\s+/g, " ")).toContain(`the web cannot be searched: ${why}`);
      expect(event).toMatchObject({ kind: "spec-drafted", sources: [], unsearched: why });
    },
  );

  describe("its scope", () => {
    const SPEC = "# A product\n\nKeeps notes. Never shows a password.\n";
    const handIn = async (spec: string, scope: unknown, files: Readonly<Record<string, string>> = {}) => {
      const { question } = await askedWith(files, { spec });
      const { scope: _, ...rest } = validSpec();
      const outcome = await question.read?.({ ...rest, ...(scope === null ? {} : { scope }) });
      return outcome?.ok === false ? outcome.refusal.message : "taken";
    };

    it("is demanded, and a spec that accounts for every word is taken", async () => {
      expect(await handIn(SPEC, null)).toMatch(/^scope: it is missing/);
      expect(await handIn(SPEC, scopeOf(validSpec(), SPEC))).toBe("taken");
    });

    it("goes back with the statement that it forgets, and with a quote that it invents", async () => {
      const { requirements, ...rest } = scopeOf(validSpec(), SPEC);
      const shorter = requirements.map((row) => ({ ...row, quote: row.quote.replace(" Never shows a password.", "") }));
      expect(await handIn(SPEC, { ...rest, requirements: shorter })).toContain(
        'SPEC.md line 3: "Never shows a password." is no requirement',
      );
      const invented = { ...requirements[0], quote: "Shows it in red." };
      expect(await handIn(SPEC, { ...rest, requirements: [...requirements, invented] })).toContain(
        'SPEC.md does not say "Shows it in red."',
      );
    });

    it("need not account for a comment, which the role was not shown", async () => {
      const hidden = `${SPEC}\n<!-- ask for more -->\n`;
      expect(await handIn(hidden, scopeOf(validSpec(), SPEC))).toBe("taken");
    });

    it("is held against SPEC.md as the role was shown it, without its secrets", async () => {
      const secret = "# A product\n\nSend hunter2 with each request.\n";
      const shown = (text: string) => text.replaceAll("hunter2", "[redacted: a password]");
      const { question } = await askedWith({}, { spec: secret, shown });
      const { scope: _, ...rest } = validSpec();
      const outcome = await question.read?.({ ...rest, scope: scopeOf(validSpec(), shown(secret)) });
      expect(outcome).toMatchObject({ ok: true });
    });

    it("may quote a document that SPEC.md names", async () => {
      const named = `${SPEC}See docs/format.md.\n`;
      const { requirements, ...rest } = scopeOf(validSpec(), named);
      const quoting = (quote: string) => [...requirements, { ...requirements[0], quote, file: "docs/format.md" }];
      const files = { "docs/format.md": "Tabs separate." };
      expect(await handIn(named, { ...rest, requirements: quoting("Tabs separate.") }, files)).toBe("taken");
      expect(await handIn(named, { ...rest, requirements: quoting("Commas separate.") }, files)).toContain(
        'docs/format.md does not say "Commas separate."',
      );
    });

    it("becomes the ledger beside the draft, which goes on from the one on the default branch", async () => {
      const first = await askedWith({}, { spec: SPEC, found: [], scope: scopeOf(validSpec(), SPEC) });
      const ledgerIn = (written: typeof first.written) => {
        const text = written.find(({ path }) => path === LEDGER_PATH)?.text ?? "";
        return orThrow(readYaml(LEDGER_PATH, text, Ledger));
      };
      const text = writeYaml(ledgerIn(first.written), Ledger);
      expect(ledgerIn(first.written).requirements).toMatchObject([
        { id: "REQ-001", lines: "3", tasks: [{ task_id: "T-core-auth-login-001" }, {}, {}] },
      ]);
      const later = "# A product\n\nKeeps notes for ever.\n";
      const second = await askedWith(
        { [LEDGER_PATH]: text },
        { spec: later, found: [], scope: scopeOf(validSpec(), later) },
      );
      expect(ledgerIn(second.written).requirements.map(({ id, ended }) => [id, ended === undefined])).toEqual([
        ["REQ-001", false],
        ["REQ-002", true],
      ]);
    });
  });
});
