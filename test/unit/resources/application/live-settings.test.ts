import { expect, test } from "vitest";
import { ApplicationFlag, liveSettings, planApplication } from "../../../../src/resources/index.ts";
import { newApplication } from "../../../setup/application-settings.ts";

const level = { type: 2, key: "level", name: "Level", description: "Has reached this level" } as const;

test("returns settings that a plan accepts", () => {
  const made = {
    description: "A game",
    tags: ["b", "a"],
    icon: "hash",
    flags: ApplicationFlag.Embedded | ApplicationFlag.GatewayPresenceLimited,
    integration_types_config: { 0: {} },
    event_webhooks_status: 2,
  };
  const live = { application: { ...newApplication, ...made }, metadata: [level] };
  const settings = liveSettings(live);
  expect(settings).toEqual({
    description: "A game",
    tags: ["a", "b"],
    flags: ApplicationFlag.GatewayPresenceLimited,
    integration_types_config: { 0: {} },
    event_webhooks_status: 2,
    role_connections_metadata: [level],
  });
  expect(planApplication(live, settings).writes).toEqual([]);
});

test("returns no settings for a new application, or for events that the service has stopped", () => {
  expect(liveSettings({ application: { ...newApplication, event_webhooks_status: 3 } })).toEqual({});
});

test("rejects anything but responses of the service", () => {
  expect(() => liveSettings({} as never)).toThrow("live.application is missing");
});
