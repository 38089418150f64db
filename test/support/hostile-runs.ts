/** Gate runs that succeed and upload what no honest run uploads, one after the other, followed by honest runs. */
import type { GateReport } from "../../src/domain/gates/gate-report.js";
import { GateRequest } from "../../src/domain/gates/gate-request.js";
import type { PerformRun } from "../../src/sandbox/forge/hub.js";
import type { OfRun } from "../../src/sandbox/forge/operations/actions/attempt.js";
import { recordRunNews } from "../../src/sandbox/forge/operations/actions/record-run.js";
import { storeArtifact } from "../../src/sandbox/forge/operations/actions/store-artifact.js";
import type { RunNews } from "../../src/sandbox/runner/run-event.js";
import { gateReport } from "./gate-report.js";
import { withTwoReports, zipped } from "./hostile-archives.js";

const packed = (report: object) => zipped({ "report.json": JSON.stringify(report) });
const lying = (request: GateRequest, lie: Partial<Record<keyof GateReport, unknown>>) =>
  packed({ ...gateReport(request), ...lie });

/** The uploaded archive, and what the App says about it. */
export type Attack = { readonly says: RegExp; readonly archive: (request: GateRequest) => Uint8Array<ArrayBuffer> };

export const ATTACKS = {
  "another run's nonce": {
    says: /nonce/,
    archive: (request) => lying(request, { nonce: "f".repeat(32) }),
  },
  "another commit": {
    says: /head_sha/,
    archive: (request) => lying(request, { head_sha: "e".repeat(40) }),
  },
  "another form": {
    says: /validators\.0/,
    archive: (request) => lying(request, { validators: [{ code: "EVERYTHING_IS_FINE", status: "PASSED" }] }),
  },
  "too many bytes": {
    says: /at most \d+ are read/,
    archive: () => new Uint8Array(10_000_001),
  },
  "a bomb": {
    says: /unpacks to more than 200 times/,
    archive: () => packed({ x: "x".repeat(5_000_000) }),
  },
  "a way out of the folder": {
    says: /names a file outside itself/,
    archive: (request) =>
      zipped({ "report.json": JSON.stringify(gateReport(request)), "../../etc/cron.d/evil": "* * * * *" }),
  },
  "two reports": {
    says: /holds 2 files named report\.json/,
    archive: (request) => withTwoReports(JSON.stringify(gateReport(request)), JSON.stringify(gateReport(request))),
  },
} as const satisfies Record<string, Attack>;
export type AttackName = keyof typeof ATTACKS;

export type HostileRuns = { readonly performRun: PerformRun; readonly made: () => readonly AttackName[] };

/** The attacks of each run type are in its judging half. A baseline has one half only. */
export function hostileRuns(
  attacks: Partial<Record<GateRequest["run_type"], readonly AttackName[]>>,
  honest: PerformRun,
): HostileRuns {
  const left = new Map(Object.entries(attacks).map(([run, names]) => [run, [...names]]));
  const made: AttackName[] = [];
  const performRun: PerformRun = (hub, repository, run) => {
    const request = GateRequest.parse(JSON.parse(String(run.inputs.request)));
    const isHit = request.part === "judge" || request.run_type === "BASELINE";
    const name = isHit ? left.get(request.run_type)?.shift() : undefined;
    if (name === undefined) return honest(hub, repository, run);
    made.push(name);
    const of: OfRun = { repository, run };
    const tell = (news: RunNews) => hub.exclusive(repository, () => recordRunNews(hub, of, news));
    const perform = async () => {
      const job = request.part;
      await tell({ kind: "run-planned", displayTitle: run.displayTitle, jobs: [{ key: job, name: job }] });
      await tell({ kind: "run-started" });
      await tell({ kind: "job-started", job, steps: [] });
      const upload = {
        run: run.id,
        name: `factory-report-${request.nonce}`,
        zip: ATTACKS[name].archive(request),
        retentionDays: 5,
        overwrite: false,
      };
      const stored = await hub.exclusive(repository, () => storeArtifact(hub, of, upload));
      if (!stored.ok) throw new Error(stored.refusal.message);
      await tell({ kind: "job-finished", job, conclusion: "success", summary: "" });
      await tell({ kind: "run-finished", conclusion: "success" });
    };
    return { done: perform(), cancel() {}, halt() {} };
  };
  return { performRun, made: () => made };
}
