import { describe, expect, it, test } from "vitest";
import {
  ApplicationFlag,
  type ApplicationSettings,
  imageDataUrl,
  readApplicationSettings,
} from "../../../../src/resources/index.ts";
import { pngBytes } from "../../../setup/application-settings.ts";

const level = { type: 2, key: "level", name: "Level", description: "Has reached this level" } as const;

test("returns a copy of every setting", () => {
  const settings: ApplicationSettings = {
    description: "A game",
    icon: imageDataUrl(pngBytes),
    cover_image: null,
    tags: ["game"],
    flags: ApplicationFlag.GatewayMessageContentLimited,
    interactions_endpoint_url: "https://game.example/interactions",
    role_connections_verification_url: "https://game.example/link",
    custom_install_url: null,
    install_params: { scopes: ["bot", "applications.commands"], permissions: "2048" },
    integration_types_config: {
      0: { oauth2_install_params: { scopes: ["bot"], permissions: "0" } },
      1: { oauth2_install_params: null },
    },
    event_webhooks_url: "http://127.0.0.1:3000/events",
    event_webhooks_status: 2,
    event_webhooks_types: ["APPLICATION_AUTHORIZED"],
    explicit_content_filter: 1,
    max_participants: -1,
    role_connections_metadata: [level],
  };
  const read = readApplicationSettings(settings);
  expect(read).toEqual(settings);
  expect(read).not.toBe(settings);
  expect(readApplicationSettings({})).toEqual({});
});

describe("an invalid setting", () => {
  it.each([
    [{ description: "d".repeat(401) }, "application.description is not a string of 0 to 400 characters."],
    [{ description: null }, "application.description is null"],
    [{ tags: ["a", "b", "c", "d", "e", "f"] }, "application.tags is not a list of at most 5: [string, …]."],
    [{ tags: ["t".repeat(21)] }, "application.tags[0] is not a string of 1 to 20 characters."],
    [{ tags: ["a", "a"] }, 'application.tags[1] is "a", which is already in the list.'],
    [
      { flags: ApplicationFlag.Embedded },
      "application.flags is a number, but must be bits of GatewayPresence",
    ],
    [{ flags: -1 }, "application.flags"],
    [{ flags: "8192" }, "application.flags is a string"],
    [{ interactions_endpoint_url: "ftp://game.example" }, "must be an http or https URL of at most 2048"],
    [{ interactions_endpoint_url: "game.example" }, "application.interactions_endpoint_url"],
    [{ interactions_endpoint_url: "https://me:word@game.example" }, "without a user name or password"],
    [{ event_webhooks_url: `https://game.example/${"p".repeat(2048)}` }, "application.event_webhooks_url"],
    [{ custom_install_url: "https://game.example/\uD800" }, "application.custom_install_url"],
    [{ role_connections_verification_url: 1 }, "application.role_connections_verification_url is a number"],
    [{ install_params: { scopes: ["bot"] } }, "application.install_params.permissions is missing"],
    [{ install_params: { scopes: ["identify"], permissions: "0" } }, "application.install_params.scopes[0]"],
    [{ install_params: { scopes: ["bot", "bot"], permissions: "0" } }, "is already in the list"],
    [{ install_params: { scopes: [], permissions: 8 } }, "permission bits as a decimal string"],
    [{ integration_types_config: { 2: {} } }, "application.integration_types_config.2 does not exist"],
    [{ integration_types_config: null }, "application.integration_types_config"],
    [{ event_webhooks_status: 3 }, "application.event_webhooks_status is 3, but must be 1 or 2."],
    [{ event_webhooks_types: ["MESSAGE_CREATE"] }, "application.event_webhooks_types[0]"],
    [{ explicit_content_filter: 2 }, "must be 0 or 1"],
    [{ max_participants: -2 }, "a whole number from -1 to 2147483647"],
    [{ role_connections_metadata: [level, level] }, "application.role_connections_metadata[1].key"],
    [{ name: "Another name" }, "application.name does not exist"],
  ])("is rejected with its path: %j", (settings, message) => {
    expect(() => readApplicationSettings(settings as never)).toThrow(message);
  });
});
