import { CallbackType } from "../../../src/wire/interaction-callback.ts";
import type { KnownDifference, Side } from "./compare-verdicts.ts";
import type { Objection } from "./objections.ts";

/** A row of the table, with an example body. */
export interface DocumentedDifference extends KnownDifference {
  readonly example: readonly [operation: string, body: unknown];
}

const callback = "POST /interactions/{interaction_id}/{interaction_token}/callback";
const followUp = "POST /webhooks/{webhook_id}/{webhook_token}";
const channel = "POST /channels/{channel_id}/messages";
const application = "PATCH /applications/@me";
const partner = "POST /partner-sdk/token";
const voiceStatus = "PUT /channels/{channel_id}/voice-status";
const lobbyMembers = "POST /lobbies/{lobby_id}/members/bulk";
const roleMetadata = "PUT /applications/{application_id}/role-connections/metadata";
const linkedLevel = (index: number) => ({
  type: 2,
  key: `level_${index}`,
  name: "Level",
  description: "Reached",
});

/** An error code, an error code at paths that match a pattern, or a predicate. */
type Explanation = string | readonly [code: string, path: RegExp] | DocumentedDifference["explains"];

function difference(
  stricter: Side,
  row: string,
  explanation: Explanation,
  ...example: DocumentedDifference["example"]
): DocumentedDifference {
  if (typeof explanation === "function") return { stricter, row, explains: explanation, example };
  const [expected, end] = typeof explanation === "string" ? [explanation, /$/] : explanation;
  const explains = ({ code, path }: Objection) => code === expected && end.test(path.join("."));
  return { stricter, row, explains, example };
}

const emulator = difference.bind(undefined, "emulator");
const description = difference.bind(undefined, "description");

const row = (...components: object[]) => ({ type: 1, components });
const button = { type: 2, style: 1, label: "Go", custom_id: "go" };
const menu = { type: 3, custom_id: "menu", options: [{ label: "A", value: "a" }] };
const textDisplay = { type: 10, content: "x" };
const many = <Item>(count: number, item: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => item(index));
const layout = (...components: object[]) => ({ flags: 32_768, components });
const label = (component: object) => ({ type: 18, label: "Label", component });
const form = (...components: object[]) => ({ type: 9, data: { custom_id: "f", title: "Form", components } });

export const knownDifferences: readonly DocumentedDifference[] = [
  emulator(
    "button-fields",
    ({ code, path }) =>
      code.startsWith("BUTTON_") ||
      (code === "BASE_TYPE_REQUIRED" && ["url", "sku_id"].includes(path.at(-1) ?? "")),
    followUp,
    { components: [row({ type: 2, style: 1, label: "Go" })] },
  ),
  emulator("row-width", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", followUp, {
    components: [row(menu, button)],
  }),
  emulator("custom-id-unique", "COMPONENT_CUSTOM_ID_DUPLICATED", followUp, {
    components: [row(button, button)],
  }),
  emulator("component-id-unique", "COMPONENT_ID_DUPLICATED", followUp, {
    components: [row({ ...button, id: 1 }, { ...button, custom_id: "other", id: 1 })],
  }),
  emulator(
    "component-total",
    "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    followUp,
    layout({ type: 17, components: many(40, () => textDisplay) }),
  ),
  emulator(
    "component-text",
    "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
    followUp,
    layout(textDisplay, { type: 10, content: "x".repeat(4000) }),
  ),
  emulator(
    "layout-flag",
    ({ code, path }) =>
      (code === "UNION_TYPE_CHOICES" && /^(data\.)?components\.\d+$/.test(path.join("."))) ||
      (code === "BASE_TYPE_MAX_LENGTH" && path.at(-1) === "components"),
    followUp,
    { components: [textDisplay] },
  ),
  emulator("layout-old-fields", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", followUp, {
    ...layout(textDisplay),
    content: "x",
  }),
  emulator("channel-content", ["BASE_TYPE_MAX_LENGTH", /^content$/], channel, {
    content: "x".repeat(2001),
  }),
  emulator("layout-attachment", "MESSAGE_ATTACHMENT_NOT_IN_COMPONENTS", followUp, {
    ...layout(textDisplay),
    attachments: [{ id: "0" }],
  }),
  emulator(
    "menu-range",
    ({ code, path }) =>
      (code === "NUMBER_TYPE_MAX" && path.at(-1) === "min_values") ||
      (code === "BASE_TYPE_MIN_LENGTH" && path.at(-1) === "options") ||
      (code === "BASE_TYPE_BAD_LENGTH" && path.at(-1) === "default_values"),
    followUp,
    { components: [row({ ...menu, max_values: 2 })] },
  ),
  emulator("menu-option-unique", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", followUp, {
    components: [row({ ...menu, options: [...menu.options, ...menu.options] })],
  }),
  emulator("menu-chosen", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", followUp, {
    components: [
      row({ ...menu, options: many(2, (index) => ({ label: "A", value: `${index}`, default: true })) }),
    ],
  }),
  emulator(
    "media-attachment",
    "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    followUp,
    layout({ type: 13, file: { url: "attachment://nothing.png" } }),
  ),
  emulator("attachment-known", "ATTACHMENT_NOT_FOUND", callback, {
    type: 4,
    data: { content: "x", attachments: [{ id: "9".repeat(19) }] },
  }),
  emulator("url-scheme", "URL_TYPE_INVALID_SCHEME", followUp, {
    embeds: [{ url: "ftp://example.com/" }],
  }),
  emulator("embed-size", "MAX_EMBED_SIZE_EXCEEDED", followUp, {
    embeds: many(2, () => ({ description: "x".repeat(3001) })),
  }),
  emulator("empty-message", "50006", followUp, { content: " " }),
  emulator("mentions-once", "SET_TYPE_ALREADY_CONTAINS_VALUE", followUp, {
    content: "x",
    allowed_mentions: { users: ["1", "1"] },
  }),
  emulator("mentions-exclusive", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", followUp, {
    content: "x",
    allowed_mentions: { parse: ["users"], users: ["1"] },
  }),
  emulator(
    "poll-text",
    ({ code, path }) =>
      path.includes("poll") && (code === "BASE_TYPE_REQUIRED" || code === "BASE_TYPE_MAX_LENGTH"),
    followUp,
    { poll: { question: {}, answers: [{ poll_media: { text: "x".repeat(56) } }] } },
  ),
  emulator("webhook-alternatives", ["BOOLEAN_TYPE_CONVERT", /^tts$/], followUp, {
    content: "x",
    tts: "yes",
  }),
  emulator(
    "id-64-bits",
    ({ code, value }) => code === "NUMBER_TYPE_COERCE" && /^\d{20,}$/.test(String(value)),
    partner,
    { client_id: "9".repeat(23), external_auth_token: "x", external_auth_type: "OIDC" },
  ),
  emulator(
    "whole-number",
    ({ code, value }) =>
      code === "NUMBER_TYPE_COERCE" && typeof value === "number" && !Number.isInteger(value),
    followUp,
    { embeds: [{ color: 1.5 }] },
  ),
  emulator(
    "modal-disabled",
    "COMPONENT_DISABLED_IN_MODAL",
    callback,
    form(label({ ...menu, disabled: true })),
  ),
  emulator(
    "modal-required",
    ["NUMBER_TYPE_MIN", /min_values$/],
    callback,
    form(label({ ...menu, min_values: 0 })),
  ),
  emulator(
    "modal-lengths",
    ["NUMBER_TYPE_MAX", /min_length$/],
    callback,
    form(label({ type: 4, custom_id: "t", style: 1, min_length: 5, max_length: 4 })),
  ),
  emulator(
    "modal-input-label",
    ["BASE_TYPE_REQUIRED", /components\.\d+\.components\.\d+\.label$/],
    callback,
    form(row({ type: 4, custom_id: "t", style: 1 })),
  ),
  emulator(
    "suggestion-range",
    ({ code, path }) => /^NUMBER_TYPE_M(IN|AX)$/.test(code) && /choices\.\d+\.value$/.test(path.join(".")),
    callback,
    { type: 8, data: { choices: [{ name: "a", value: 1e21 }] } },
  ),
  emulator("callback-type", ["BASE_TYPE_CHOICES", /^type$/], callback, {
    type: 13,
    data: { eligible: true },
  }),
  emulator("external-token", ["BASE_TYPE_BAD_LENGTH", /^external_auth_token$/], partner, {
    client_id: "1",
    external_auth_token: "",
    external_auth_type: "OIDC",
  }),
  emulator("voice-status-length", ["BASE_TYPE_MAX_LENGTH", /^status$/], voiceStatus, {
    status: "x".repeat(501),
  }),
  emulator(
    "lobby-members",
    ["BASE_TYPE_MAX_LENGTH", /^$/],
    lobbyMembers,
    many(26, (index) => ({ id: `${index}` })),
  ),
  emulator("lobby-metadata", ["BASE_TYPE_MAX_LENGTH", /^\d+\.metadata$/], lobbyMembers, [
    { id: "5", metadata: { team: "x".repeat(997) } },
  ]),
  emulator("role-connection-records", ["BASE_TYPE_MAX_LENGTH", /^$/], roleMetadata, many(6, linkedLevel)),
  emulator("role-connection-key", ["STRING_TYPE_REGEX", /\.key$/], roleMetadata, [
    { ...linkedLevel(0), key: "Level" },
  ]),
  emulator("role-connection-key-unique", "APPLICATION_ROLE_CONNECTION_METADATA_DUPLICATE_KEY", roleMetadata, [
    linkedLevel(0),
    linkedLevel(0),
  ]),
  emulator("role-connection-locale", ["BASE_TYPE_CHOICES", /_localizations\.[^.]+$/], roleMetadata, [
    { ...linkedLevel(0), name_localizations: { tlh: "Level" } },
  ]),
  description(
    "callback-premium",
    (_, body) => (body as { readonly type?: unknown }).type === CallbackType.PremiumRequired,
    callback,
    { type: CallbackType.PremiumRequired },
  ),
  description("channel-theme", ({ path }) => path[0] === "shared_client_theme", channel, {
    content: "x",
    shared_client_theme: "x",
  }),
  description(
    "moment-offset",
    ({ code, value }) => code === "invalid_format" && /T.*[+-]\d\d:\d\d$/.test(String(value)),
    followUp,
    { embeds: [{ title: "x", timestamp: "2026-11-22T07:42:00+01:00" }] },
  ),
  description(
    "attachment-number",
    ({ path, value }) => path.at(-3) === "attachments" && path.at(-1) === "id" && typeof value === "number",
    followUp,
    { content: "x", attachments: [{ id: 999 }] },
  ),
  description(
    "message-forward",
    ({ path, value }) => path.join(".") === "message_reference.type" && value === 1,
    channel,
    { content: "x", message_reference: { message_id: "1", type: 1 } },
  ),
  description("application-description", ({ path }) => path.join(".") === "description", application, {
    description: "A game",
  }),
  description("install-permissions", ({ path }) => path.at(-1) === "permissions", application, {
    install_params: { scopes: ["bot"], permissions: "8" },
  }),
];
