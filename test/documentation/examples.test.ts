import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { orThrow } from "../../src/domain/refusal.js";
import { Env } from "../../src/server/env.js";
import { createMetrics } from "../../src/server/operation/metrics.js";
import { MAX_BODY_BYTES } from "../../src/server/start/bounded-body.js";
import { readYaml } from "../../src/yaml/yaml.js";

const EXAMPLES = ".github/examples";
const read = (name: string) => readFileSync(join(EXAMPLES, name), "utf8");
/** What the App takes to end; whoever stops it must wait longer. */
const DRAIN_SECONDS = 25;

const folders: string[] = [];
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "examples-"));
  folders.push(folder);
  return folder;
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe("the alert rules for Prometheus", () => {
  const Rule = z.strictObject({
    alert: z.string().regex(/^Factory[A-Z]\w+$/),
    expr: z.string().min(1),
    for: z.string().optional(),
    labels: z.strictObject({ severity: z.enum(["warning", "critical"]) }),
    annotations: z.strictObject({ summary: z.string().min(1), description: z.string().min(1) }),
  });
  const Rules = z.strictObject({
    groups: z.tuple([z.strictObject({ name: z.literal("software-factory"), rules: z.array(Rule).min(1) })]),
  });
  const { groups } = orThrow(readYaml("prometheus-alerts.yml", read("prometheus-alerts.yml"), Rules));

  it("name figures and labels that /metrics has", async () => {
    const metrics = createMetrics(async () => ({ waiting: 0, running: 0, setAside: 0 }));
    metrics.gatesJudged({
      nonce: "0".repeat(32),
      again: true,
      passed: false,
      gates: [{ gate: 2, passed: false, milliseconds: 1 }],
      failed: ["TASK_TEST_PASSES"],
    });
    metrics.jobEnded("plan", "failed", 1);
    const { body } = await metrics.text();
    for (const { expr } of groups[0].rules) {
      for (const [name] of expr.matchAll(/factory_\w+/g)) expect(body).toContain(`\n${name}`);
      for (const [, label] of expr.matchAll(/by \((\w+)\)/g)) expect(body).toContain(`${label}="`);
      for (const [pair] of expr.matchAll(/\w+="[^"]+"/g)) expect(body).toContain(pair);
    }
  });

  it("are about failures of single validators, slow gates and retries", () => {
    const about = groups[0].rules.map(({ expr }) => expr).join(" ");
    for (const name of ["gate_failures_total", "gate_duration_seconds", "gate_retries_total"])
      expect(about).toContain(`factory_${name}`);
  });
});

describe("the unit of systemd", () => {
  const unit = new Map(
    read("software-factory.service")
      .split("\n")
      .flatMap((line) => {
        const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
        return name === undefined ? [] : [[name, value ?? ""] as const];
      }),
  );

  it("starts what the Dockerfile starts, and waits until that has ended", () => {
    const [command] = /(?<=^CMD ).*$/m.exec(readFileSync("Dockerfile", "utf8")) ?? [];
    const words: string[] = JSON.parse(command ?? "[]");
    expect(unit.get("ExecStart")).toBe(`/usr/bin/${words.join(" ")}`);
    expect(Number(unit.get("TimeoutStopSec"))).toBeGreaterThan(DRAIN_SECONDS);
  });

  it("sets variables that the App reads, and does not start again after exit code 2", () => {
    const names = (unit.get("Environment") ?? "").split(" ").map((pair) => pair.split("=")[0]);
    expect(names.filter((name) => name !== "NODE_ENV" && !(name !== undefined && name in Env.shape))).toEqual([]);
    expect(unit.get("RestartPreventExitStatus")).toBe("2");
  });

  it("is a unit that systemd takes", { tags: ["systemd"] }, () => {
    const folder = temporaryFolder();
    // Its programs are looked for while it is verified.
    const text = read("software-factory.service").replace("/usr/bin/node", process.execPath);
    writeFileSync(join(folder, "software-factory.service"), text);
    execFileSync("systemd-analyze", ["verify", "--man=no", join(folder, "software-factory.service")], {
      stdio: "pipe",
    });
  });
});

describe("the compose file", () => {
  const Service = z.looseObject({ environment: z.record(z.string(), z.string()) });
  const Compose = z.looseObject({
    services: z.strictObject({
      app: Service.extend({ stop_grace_period: z.string(), ports: z.array(z.string()), restart: z.string() }),
      database: Service,
    }),
  });
  const { app, database } = orThrow(readYaml("compose.yml", read("compose.yml"), Compose)).services;

  it("gives the App variables that it reads, and the database that stands beside it", () => {
    expect(Object.keys(app.environment).filter((name) => !(name in Env.shape))).toEqual([]);
    const { POSTGRES_USER, POSTGRES_DB } = database.environment;
    const url = new URL((app.environment.DATABASE_URL ?? "").replace(/\$\{[^}]*\}/, "secret"));
    expect([url.username, url.hostname, url.pathname]).toEqual([POSTGRES_USER, "database", `/${POSTGRES_DB}`]);
  });

  it("opens the App's port on this machine alone, and waits until it has ended", () => {
    expect(app.ports).toEqual(["127.0.0.1:3000:3000"]);
    expect(Number.parseInt(app.stop_grace_period, 10)).toBeGreaterThan(DRAIN_SECONDS);
    expect(app.restart).toBe("unless-stopped");
  });
});

describe("the configuration of nginx", () => {
  it("lets through the largest delivery that the App takes, and nothing but deliveries", () => {
    const [, size] = /client_max_body_size (\d+)m;/.exec(read("nginx.conf")) ?? [];
    expect(Number(size) * 1_024 * 1_024).toBe(MAX_BODY_BYTES);
    expect(read("nginx.conf").match(/^ {2}location \S+/gm)).toEqual([
      "  location /api/github/webhooks",
      "  location /",
    ]);
  });

  it("is a configuration that nginx takes", { tags: ["nginx"] }, () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "logs"));
    // A certificate is made where the App runs.
    const server = read("nginx.conf")
      .replace("listen 443 ssl", "listen 8443")
      .replace(/^ {2}ssl_.*\n/gm, "");
    const main = `error_log stderr; pid ${folder}/pid; events {} http { access_log off; ${server} }`;
    writeFileSync(join(folder, "nginx.conf"), main);
    execFileSync("nginx", ["-t", "-p", folder, "-c", join(folder, "nginx.conf")], { stdio: "pipe" });
  });
});
