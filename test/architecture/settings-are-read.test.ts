import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { Config } from "../../src/domain/config/config.js";

/** Everything that could obey a setting: not the schemas that declare them. */
function sources(): string[] {
  return ["../../src/", "../../action/src/"].flatMap((folder) => {
    const at = new URL(folder, import.meta.url);
    const files = readdirSync(at, { recursive: true, encoding: "utf8" });
    return files
      .filter((file) => file.endsWith(".ts") && !file.startsWith("domain/config/"))
      .map((file) => readFileSync(new URL(file, at), "utf8"));
  });
}

const texts = sources();

/** Taken from a configuration by name, by a destructuring pattern, or by somebody who picks it from the schema's type. */
function isRead(key: string): boolean {
  const byName = new RegExp(`\\b(?:config|settings|rules)(?:\\.value)?\\.${key}\\b`);
  const byPattern = new RegExp(
    `\\{[^{}]*\\b${key}\\b[^{}]*\\}\\s*(?:=\\s*[\\w.]*[cC]onfig\\b|:\\s*(?:Config|Pick<Config)\\b)`,
  );
  return texts.some((text) => byName.test(text) || byPattern.test(text));
}

/** The names that code takes out of objects. What a message or a comment says about a setting obeys nothing. */
function namesTaken(): ReadonlySet<string> {
  const taken = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) taken.add(node.name.text);
    if (ts.isElementAccessExpression(node) && ts.isStringLiteral(node.argumentExpression))
      taken.add(node.argumentExpression.text);
    if (ts.isBindingElement(node)) {
      const name = node.propertyName ?? node.name;
      if (ts.isIdentifier(name) || ts.isStringLiteral(name)) taken.add(name.text);
    }
    ts.forEachChild(node, visit);
  };
  for (const text of texts) visit(ts.createSourceFile("source.ts", text, ts.ScriptTarget.Latest));
  return taken;
}

const taken = namesTaken();

/** The settings within a setting, by their whole path: a group that somebody reads may hold one that nobody does. */
function settingsIn(schema: z.core.$ZodType, path: readonly string[] = []): string[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, inner]) => settingsIn(inner, [...path, key]));
  if (
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable
  )
    return settingsIn(schema.unwrap(), path);
  if (schema instanceof z.ZodPipe) return settingsIn(schema.out, path);
  if (schema instanceof z.ZodArray) return settingsIn(schema.element, path);
  if (schema instanceof z.ZodRecord) return settingsIn(schema.valueType, path);
  return [path.join(".")];
}

const inner = settingsIn(Config).filter((path) => path.includes("."));

describe("a setting", () => {
  it("is searched in all of the source", () => {
    expect(texts.length).toBeGreaterThan(500);
    expect(isRead("no_such_setting")).toBe(false);
    expect(taken.has("no_such_setting")).toBe(false);
    expect(inner).toContain("budgets.max_comments_per_task");
    expect(inner.length).toBeGreaterThan(30);
  });

  it.each(Object.keys(Config.shape))("is used by the code: %s", (key) => {
    expect(isRead(key)).toBe(true);
  });

  it.each(inner)("within another is used by the code: %s", (path) => {
    expect(taken.has(path.split(".").at(-1) ?? "")).toBe(true);
  });
});
