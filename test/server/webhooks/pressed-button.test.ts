import { describe, expect, it } from "vitest";
import { pressedButton } from "../../../src/server/webhooks/pressed-button.js";

const payload = {
  action: "requested_action",
  requested_action: { identifier: "retry" },
  check_run: { id: 9, head_sha: "a".repeat(40), name: "factory / gates" },
  repository: { id: 7, name: "product", owner: { login: "acme" } },
  installation: { id: 1 },
  sender: { login: "ada", type: "User" },
};

describe("a pressed button", () => {
  it.each(["retry", "pause", "continue"])("%s has its person and its place", (identifier) => {
    expect(pressedButton({ ...payload, requested_action: { identifier } })).toEqual({
      repository: { id: 7, installation: 1, owner: "acme", name: "product" },
      button: identifier,
      by: { login: "ada", type: "User" },
      check: 9,
      head: "a".repeat(40),
      delivery: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it("has the branch of its head, if there is one", () => {
    const on = (head_branch: string | null) => ({ ...payload.check_run, check_suite: { id: 3, head_branch } });
    expect(pressedButton({ ...payload, check_run: on("factory/T-a-001") })).toMatchObject({
      branch: "factory/T-a-001",
    });
    expect(pressedButton({ ...payload, check_run: on(null) })).not.toHaveProperty("branch");
    const suite = { ...payload.check_run, head_branch: "factory/T-a-001" };
    const { requested_action: _, check_run: __, ...rerun } = payload;
    expect(pressedButton({ ...rerun, action: "rerequested", check_suite: suite })).toMatchObject({
      branch: "factory/T-a-001",
    });
  });

  it("is also GitHub's own Re-run", () => {
    const { requested_action: _, ...rerun } = payload;
    expect(pressedButton({ ...rerun, action: "rerequested" })).toMatchObject({ button: "rerun", check: 9 });
  });

  it("is also GitHub's own Re-run of all checks of a head", () => {
    const { requested_action: _, check_run: check_suite, ...rerun } = payload;
    expect(pressedButton({ ...rerun, check_suite, action: "rerequested" })).toMatchObject({
      button: "rerun",
      head: "a".repeat(40),
    });
  });

  it.each([
    ["another action", { action: "completed" }],
    ["a button of somebody else's", { requested_action: { identifier: "deploy" } }],
    ["nothing to press", { check_run: undefined }],
  ])("is not %s", (_what, change) => {
    expect(pressedButton({ ...payload, ...change })).toBeNull();
  });

  it("is identified by what GitHub signed: redelivered it is the same, pressed again it is another", () => {
    const [first, redelivered] = [structuredClone(payload), structuredClone(payload)].map((body) =>
      pressedButton(body),
    );
    expect(redelivered?.delivery).toBe(first?.delivery);
    // The App has pushed to the state branch in between.
    const later = { ...payload, repository: { ...payload.repository, pushed_at: "2026-03-01T13:31:00Z" } };
    expect(pressedButton(later)?.delivery).not.toBe(first?.delivery);
  });
});
