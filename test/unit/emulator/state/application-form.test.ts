import { expect, it } from "vitest";
import { applicationForm } from "../../../../src/emulator/state/application-form.ts";
import { checkFields } from "../../../../src/interactions/messages/rules/checks.ts";
import { wordsOf } from "../../../setup/emulator/reason-of.ts";

it.each([
  [{ description: "A game" }, ""],
  [{ description: { default: "A game", localizations: { de: "Ein Spiel" } } }, ""],
  [{ description: {} }, "description.default: This field is required"],
  [{ description: "x".repeat(401) }, "description: Must be 400 or fewer in length."],
  [{ install_params: { scopes: ["bot"], permissions: 8 } }, ""],
  [{ install_params: { permissions: "8" } }, ""],
  [{ install_params: { permissions: "all" } }, 'install_params.permissions: Value "all" is not snowflake.'],
  [{ install_params: { scopes: [] } }, "install_params.scopes: Must be 1 or more in length."],
  [{ tags: ["x".repeat(21)] }, "tags.0: Must be 20 or fewer in length."],
  [{ interactions_endpoint_url: null, name: 7 }, ""],
  ...["interactions_endpoint_url", "event_webhooks_url"].map((name): [object, string] => [
    { [name]: "ftp://reef.example/" },
    `${name}: Scheme "ftp" is not supported. Scheme must be one of ('http', 'https').`,
  ]),
])("validates application settings (%#): %j", (body, words) => {
  expect(wordsOf(checkFields(body, applicationForm))).toBe(words);
});
