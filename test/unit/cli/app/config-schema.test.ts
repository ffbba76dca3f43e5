import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { configSchema } from "../../../../scripts/schemas/config.ts";
import { readApplicationSettings } from "../../../../src/resources/index.ts";

const takes = new Ajv2020({ strict: true }).compile(configSchema);

function isRead(application: object): boolean {
  try {
    readApplicationSettings(application);
    return true;
  } catch {
    return false;
  }
}

const params = { scopes: ["bot"], permissions: "8" };
const record = { type: 2, key: "level", name: "Level", description: "Has it" };
const url = "https://game.example/";

const values: Readonly<Record<string, readonly unknown[]>> = {
  description: ["", "A game", "d".repeat(401), null, 1],
  tags: [[], ["a"], ["a", "a"], ["a", "b", "c", "d", "e", "f"], [""], ["t".repeat(21)], null],
  flags: [0, 8192, 32_768, 40_960, 524_288, 565_248, 1, 131_072, "8192", null],
  interactions_endpoint_url: [url, null, "ftp://game.example/", 1],
  role_connections_verification_url: [url, null, "game.example"],
  custom_install_url: [url, null, "game.example"],
  install_params: [params, null, {}, { ...params, scopes: ["rpc"] }, { ...params, permissions: 8 }],
  integration_types_config: [
    {},
    { 0: {}, 1: null },
    { 0: { oauth2_install_params: params } },
    { 1: { oauth2_install_params: null } },
    { 2: {} },
    { 0: { scopes: [] } },
    null,
  ],
  event_webhooks_url: [url, null, ""],
  event_webhooks_status: [1, 2, 3, null],
  event_webhooks_types: [[], ["ENTITLEMENT_CREATE"], ["ENTITLEMENT_CREATE", "ENTITLEMENT_CREATE"], ["READY"]],
  explicit_content_filter: [0, 1, 2, true],
  max_participants: [-1, 0, 2 ** 31 - 1, -2, 2 ** 31, 1.5, null],
  role_connections_metadata: [
    [],
    [record],
    [{ ...record, name_localizations: { de: "Stufe", fr: null }, description_localizations: null }],
    [{ ...record, type: 9 }],
    [{ ...record, key: "Level" }],
    [{ ...record, name: "" }],
    [{ ...record, description: "d".repeat(201) }],
    [{ ...record, name_localizations: { de: "" } }],
    [{ ...record, title: "x" }],
    Array.from({ length: 6 }, (_, index) => ({ ...record, key: `k${index}` })),
    null,
  ],
  name: ["Another name"],
};

it.each(Object.entries(values))(
  "allows the same values for %s in the editor schema and the program",
  (field, tried) => {
    const differences = tried.filter((value) => {
      const application = { [field]: value };
      const config = { environments: { staging: { applicationId: "1400000000000000001", application } } };
      return (
        takes(config) !== isRead(application) || takes({ ...config, application }) !== isRead(application)
      );
    });
    expect(differences).toEqual([]);
  },
);
