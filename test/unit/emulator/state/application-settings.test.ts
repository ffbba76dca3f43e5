import { expect, test } from "vitest";
import {
  changeSettings,
  describeOwnSettings,
  describeSettings,
} from "../../../../src/emulator/state/application-settings.ts";

const before = { tags: ["fish"], explicit_content_filter: 1, flags: 1 << 13 };

test("keeps the fields that a change omits, and ignores unknown fields", () => {
  expect(changeSettings(before, { max_participants: 4, name: "Other", toString: 1 })).toEqual({
    ...before,
    max_participants: 4,
  });
  expect(changeSettings(before, { tags: null })).toEqual({ ...before, tags: undefined });
});

test("separates public settings from the application's own settings", () => {
  const settings = changeSettings(before, { custom_install_url: null });
  expect(describeSettings(settings)).toEqual({ tags: ["fish"], flags: 1 << 13 });
  expect(describeOwnSettings(settings)).toEqual({ explicit_content_filter: 1 });
});

test("shows installations with permissions as a string, per context if configured", () => {
  const install = { scopes: ["bot"], permissions: 2048 };
  const body = {
    install_params: { permissions: "8" },
    integration_types_config: { 0: { oauth2_install_params: install }, 1: {}, 2: null },
  };
  expect(changeSettings({}, body)).toEqual({
    install_params: { scopes: [], permissions: "8" },
    integration_types_config: {
      0: { oauth2_install_params: { scopes: ["bot"], permissions: "2048" } },
      1: {},
    },
  });
  expect(changeSettings({}, { install_params: { scopes: null, permissions: null } })).toEqual({
    install_params: { scopes: [], permissions: "0" },
  });
});
