import { expect, test } from "vitest";
import {
  type ApplicationTraits,
  refuseLaunch,
  refuseUnfit,
} from "../../../../src/emulator/state/application-settings.ts";
import { reasonOf } from "../../../setup/emulator/reason-of.ts";

const noActivity = "handler: Only applications with the EMBEDDED flag can have a handler: enable Activities";
const noRestriction = "nsfw: Applications with discovery enabled cannot contain age-restricted commands";

test.each<[ApplicationTraits, object, string]>([
  [{ activities: true }, { handler: 1, nsfw: true }, ""],
  [{ activities: false }, { handler: 1 }, noActivity],
  [{ activities: false }, { handler: null }, ""],
  [{ activities: false }, { type: 4 }, ""],
  [{ activities: false, discoverable: true }, { nsfw: true }, noRestriction],
  [{ activities: false, discoverable: true }, { nsfw: false }, ""],
  [{ activities: false, discoverable: false }, { nsfw: true }, ""],
])("validates for an application with %j a command with %j: %s", (traits, body, reason) => {
  expect(reasonOf(() => refuseUnfit(traits, body as never, ""))).toBe(reason);
});

test("includes the index of the command in the error", () => {
  expect(reasonOf(() => refuseUnfit({ activities: false }, { handler: 2 }, "3."))).toBe(`3.${noActivity}`);
});

test("rejects a launch without Activities", () => {
  const reason = "type: Only applications with the EMBEDDED flag can launch an Activity: enable Activities";
  expect(reasonOf(() => refuseLaunch({ activities: false }))).toBe(reason);
  expect(() => refuseLaunch({ activities: true })).not.toThrow();
});
