import { expect, it } from "vitest";
import { wouldEmptyScope } from "../../../../src/commands/plan/plan-commands.ts";

it('suggests "empty-scope" in its hint', () => {
  expect(wouldEmptyScope("The plan")).toMatchObject({
    code: "would_empty_scope",
    message: "The plan deletes every command of the scope.",
    hint: expect.stringContaining('allow: ["empty-scope"]') as string,
  });
});
