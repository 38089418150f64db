import { describe, expect, it } from "vitest";
import {
  type AmendmentCard,
  amendmentCard,
  amendmentCardKey,
} from "../../../src/features/amendments/amendment-card.js";
import { BODY_LIMIT } from "../../../src/render/fit.js";
import { markerIn } from "../../../src/render/marker.js";
import { commandsFor } from "../../support/card-commands.js";
import { aViolation } from "../../support/violation.js";

const amendment: AmendmentCard["amendment"] = {
  amendment_id: "AMD-1a2b3c4d",
  proposal: {
    module_id: "MM-0002",
    reason: "The check found that it needs options.",
    proposed_changes: [
      {
        path: "assertions[0].check.signature",
        old_value: "(): Promise<Health>",
        new_value: "(options?: HealthOptions): Promise<Health>",
      },
      { path: "inputs[1]", old_value: "", new_value: '{"name":"options"}' },
    ],
    additional_types: [{ name: "HealthOptions", definition: "interface HealthOptions {\n  timeout?: number;\n}" }],
    affected_modules: ["MM-0003"],
  },
  why: "All three attempts needed a time-out.",
  violations: [aViolation()],
  proposed_at: "2026-03-01T12:00:00Z",
};
const card = (changes: Partial<AmendmentCard> = {}) =>
  amendmentCard({
    amendment,
    module: { ref: "MM-0002@1.0.0", name: "Health check" },
    taskId: "T-core-health-check-001",
    affected: [{ module_ref: "MM-0003@1.0.0", name: "Dashboard" }],
    mention: "ada",
    spent: { known_usd: 1.5, unknown_cost_calls: 0 },
    commands: commandsFor("contract amendment"),
    precedent: null,
    ...changes,
  });

describe("the card of a contract amendment", () => {
  it("reads as a person will see it", () => {
    expect(card()).toMatchInlineSnapshot(`
      "<!-- factory:amendment:AMD-1a2b3c4d -->
      ## May the contract of Health check change?

      @ada Accept or reject a change of the contract of MM-0002@1.0.0: it failed 3 times in the same way.

      All three attempts needed a time-out.

      T-core-health-check-001 waits since 2026-03-01T12:00:00Z (AMD-1a2b3c4d). Cost so far $1.50.

      **Recommended:** \`/factory amendment accept [task]\`. Change the module's contract as proposed. The contract is updated and locked again, and the module goes back to specifying with new tests.

      Ready to send, or to change first:

      \`\`\`markdown
      /factory amendment accept
      \`\`\`

      You can also say:

      | you say | what happens |
      |---|---|
      | \`/factory amendment reject [task] <reason>\` | Keep the contract as it is. The module counts as failed and its task halts; modules that do not depend on it still run. |

      <details><summary>How <code>amendment reject</code> is written (the words are examples)</summary>

      \`\`\`markdown
      /factory amendment reject The signature is right: the timeout belongs in the configuration.
      \`\`\`

      </details>

      Proposed change:

      \`assertions[0].check.signature\`

      \`\`\`diff
      - (): Promise<Health>
      + (options?: HealthOptions): Promise<Health>
      \`\`\`

      \`inputs[1]\`

      \`\`\`diff
      + {"name":"options"}
      \`\`\`

      New types needed:

      \`HealthOptions\`

      \`\`\`
      interface HealthOptions {
        timeout?: number;
      }
      \`\`\`

      These modules build on it and will be built to the new contract:

      - MM-0003@1.0.0, Dashboard

      What failed 3 times:

      - **checkHealth must match its signature**: expected \`(): Promise<Health>\`, got \`(options: Options): Promise<Health>\`

      Why: The check found that it needs options."
    `);
  });

  it("is found again by its key", () => {
    expect(markerIn(card())).toBe(amendmentCardKey(amendment));
  });

  it("states that no module depends on the module, and leaves out empty parts", () => {
    const proposal = { ...amendment.proposal, additional_types: [] };
    const text = card({ affected: [], amendment: { ...amendment, proposal } });
    expect(text).toContain("Nothing else in this task builds on it");
    expect(text).not.toContain("New types");
  });

  it("cites the last decision with its reason", () => {
    const text = card({
      precedent: {
        amendment_id: "AMD-00000001",
        cause: "signature_match",
        task_id: "T-core-health-check-000",
        module_ref: "MM-0001@1.0.0",
        decision: "REJECTED",
        reason: "Types belong to callers.",
        by: "grace",
        at: "2026-02-01T12:00:00Z",
      },
    });
    expect(text).toContain("grace rejected it on 2026-02-01 because: Types belong to callers.");
  });

  it("fits into a comment whatever a model wrote, and mentions no person", () => {
    const long = "@everyone ``` x ".repeat(10_000);
    const text = card({
      amendment: {
        ...amendment,
        why: long,
        proposal: {
          ...amendment.proposal,
          reason: long,
          proposed_changes: [{ path: "a", old_value: long, new_value: "b" }],
        },
        violations: [aViolation({ message: long, expected: long, actual: long })],
      },
    });
    expect(text.length).toBeLessThanOrEqual(BODY_LIMIT);
    expect(text).toContain("/factory amendment accept");
    const prose = text.replace(/(`{3,})[^\n]*\n[\s\S]*?\n\1/g, "").replace(/`[^`\n]*`/g, "");
    expect(prose.match(/(?<!\w)@(?!ada)\w/g) ?? []).toEqual([]);
  });
});
