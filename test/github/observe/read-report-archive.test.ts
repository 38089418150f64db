import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { MAX_ARCHIVE_BYTES, readReportArchive } from "../../../src/github/observe/read-report-archive.js";
import { withTwoReports } from "../../support/hostile-archives.js";

const zip = (files: Readonly<Record<string, string>>, level: 0 | 9 = 9) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])), { level });
const codeOf = (archive: Uint8Array) => {
  const read = readReportArchive(archive);
  return read.ok ? "ok" : read.refusal.code;
};
const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
const others = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}.log`, ""]));

describe("the archive of a report", () => {
  it("yields the JSON of report.json, whatever other files it has", () => {
    expect(readReportArchive(zip({ "report.json": '{"a":1}', "logs/a.txt": "x" }))).toEqual({
      ok: true,
      value: { a: 1 },
    });
  });

  it.each([
    ["archive-unreadable", strToU8("not a zip")],
    ["archive-unreadable", new Uint8Array()],
    ["archive-without-report", zip({ "other.json": "{}" })],
    ["archive-without-report", zip({ "folder/report.json": "{}" })],
    ["archive-unsafe-name", zip({ "report.json": "{}", "../../etc/passwd": "x" })],
    ["archive-unsafe-name", zip({ "report.json": "{}", "/etc/passwd": "x" })],
    ["archive-unsafe-name", zip({ "report.json": "{}", "a\\b": "x" })],
    ["archive-unsafe-name", zip({ "report.json": "{}", "C:evil": "x" })],
    ["report-not-json", zip({ "report.json": "{" })],
    ["report-not-json", zip({ "report.json": "" })],
  ])("is refused if it is %s", (code, archive) => {
    expect(codeOf(archive)).toBe(code);
  });

  it("is refused with two reports, because either could count", () => {
    expect(codeOf(withTwoReports('{"a":1}', '{"a":2}'))).toBe("archive-without-report");
  });

  it("may have twenty entries and not one more", () => {
    expect(codeOf(zip({ "report.json": "{}", ...others(19) }))).toBe("ok");
    expect(codeOf(zip({ "report.json": "{}", ...others(20) }))).toBe("archive-too-many-entries");
  });

  it("may have thirty levels and not one more", () => {
    expect(codeOf(zip({ "report.json": nested(30) }))).toBe("ok");
    expect(codeOf(zip({ "report.json": nested(31) }))).toBe("report-too-deep");
    expect(codeOf(zip({ "report.json": nested(100_000) }))).toBe("report-too-deep");
  });

  it("is refused with more values than any report has, before they are built", () => {
    const values = (count: number) => zip({ "report.json": JSON.stringify(Array.from({ length: count }, () => 1)) }, 0);
    expect(codeOf(values(390_000))).toBe("ok");
    expect(codeOf(values(400_001))).toBe("report-too-many-values");
  });

  it("may have commas and brackets inside a text", () => {
    const text = JSON.stringify({ a: `\\"${'[,{\\"'.repeat(100_000)}` });
    expect(codeOf(zip({ "report.json": text }, 0))).toBe("ok");
  });

  it("is refused unread if it is a bomb, but not if it is a small report that compresses well", () => {
    expect(codeOf(zip({ "report.json": JSON.stringify("x".repeat(900_000)) }))).toBe("ok");
    expect(codeOf(zip({ "report.json": JSON.stringify("x".repeat(1_100_000)) }))).toBe("archive-bomb");
  });

  it("is refused by its declared size if that exceeds the limit of a report", () => {
    expect(codeOf(zip({ "report.json": JSON.stringify("x".repeat(8_000_000)) }))).toBe("report-too-large");
  });

  it("is refused above its own limit without being opened", () => {
    expect(codeOf(new Uint8Array(MAX_ARCHIVE_BYTES + 1))).toBe("archive-too-large");
    expect(codeOf(new Uint8Array(MAX_ARCHIVE_BYTES))).toBe("archive-unreadable");
  });

  it("is never unpacked beyond its declared size", () => {
    const archive = zip({ "report.json": JSON.stringify("x".repeat(2_000)) });
    const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
    const directory = findSignature(view, 0x02014b50);
    view.setUint32(directory + 24, 10, true); // the claimed size, in the central directory
    expect(codeOf(archive)).toBe("report-not-json");
  });
});

function findSignature(view: DataView, signature: number): number {
  for (let at = 0; at < view.byteLength - 4; at += 1) if (view.getUint32(at, true) === signature) return at;
  throw new Error("the archive has no central directory");
}
