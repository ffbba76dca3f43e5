// Builds a command with @discordjs/builders as in its documentation, using every setter.
import { ContextMenuCommandBuilder, SlashCommandBuilder } from "@discordjs/builders";

/** @typedef {Record<string, any>} Fields */

const adders = /** @type {const} */ ({
  3: "addStringOption",
  4: "addIntegerOption",
  5: "addBooleanOption",
  6: "addUserOption",
  7: "addChannelOption",
  8: "addRoleOption",
  9: "addMentionableOption",
  10: "addNumberOption",
  11: "addAttachmentOption",
});

const setters = /** @type {const} */ ([
  ["name", "setName"],
  ["name_localizations", "setNameLocalizations"],
  ["description", "setDescription"],
  ["description_localizations", "setDescriptionLocalizations"],
  ["default_member_permissions", "setDefaultMemberPermissions"],
  ["dm_permission", "setDMPermission"],
  ["default_permission", "setDefaultPermission"],
  ["nsfw", "setNSFW"],
  ["contexts", "setContexts"],
  ["integration_types", "setIntegrationTypes"],
  ["required", "setRequired"],
  ["min_value", "setMinValue"],
  ["max_value", "setMaxValue"],
  ["min_length", "setMinLength"],
  ["max_length", "setMaxLength"],
  ["autocomplete", "setAutocomplete"],
]);

/**
 * Returns the request body. Throws if the builders reject the command.
 *
 * @param {Fields} command
 * @returns {unknown}
 */
export function buildCommand(command) {
  const isMenu = command["type"] === 2 || command["type"] === 3;
  const builder = isMenu
    ? new ContextMenuCommandBuilder().setType(command["type"])
    : new SlashCommandBuilder();
  setFields(builder, command);
  addOptions(builder, command["options"]);
  return builder.toJSON();
}

/**
 * @param {any} builder
 * @param {Fields} fields
 */
function setFields(builder, fields) {
  for (const [field, setter] of setters) if (fields[field] !== undefined) builder[setter](fields[field]);
  if (fields["choices"]) builder.addChoices(...fields["choices"]);
  if (fields["channel_types"]) builder.addChannelTypes(...fields["channel_types"]);
}

/**
 * @param {any} builder
 * @param {Fields[] | undefined} options
 */
function addOptions(builder, options) {
  for (const option of options ?? []) {
    const add = addOf(option["type"]);
    builder[add]((/** @type {any} */ inner) => {
      setFields(inner, option);
      if (option["type"] <= 2) addOptions(inner, option["options"]);
      return inner;
    });
  }
}

/** @param {number} type */
function addOf(type) {
  if (type === 1) return "addSubcommand";
  if (type === 2) return "addSubcommandGroup";
  return adders[/** @type {keyof typeof adders} */ (type)];
}
