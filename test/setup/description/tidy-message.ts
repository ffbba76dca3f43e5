import { listPlaced } from "../../../src/interactions/messages/rules/components.ts";
import { ButtonStyle, ComponentType } from "../../../src/wire/component.ts";
import { MessageFlag } from "../../../src/wire/message.ts";
import type { Holder } from "./bodies.ts";
import type { Random } from "./random.ts";

/**
 * Makes a generated message follow most of the rules that the schema does not express. Without this, most messages would be invalid, and
 * other rules would not be compared.
 */
export function tidyMessage(message: unknown, random: Random): void {
  if (!isHolder(message)) return;
  if (random.chance(0.6)) delete message["attachments"];
  tidyMentions(message["allowed_mentions"]);
  tidyEmbeds(message["embeds"]);
  tidyPoll(message["poll"]);
  const components = Array.isArray(message["components"]) ? (message["components"] as Holder[]) : [];
  tidyComponents(components, random);
  const hasLayout = components.some(({ type }) => type !== ComponentType.ActionRow);
  if (hasLayout || (components.length > 0 && random.chance(0.2))) {
    message["flags"] = MessageFlag.IsComponentsV2;
    for (const name of ["content", "embeds", "poll"]) delete message[name];
  } else if (random.chance(0.95)) message["content"] ||= "Hello";
}

/** Like {@link tidyMessage}, for modals. */
export function tidyModal(form: unknown, random: Random): void {
  const components = isHolder(form) && Array.isArray(form["components"]) ? form["components"] : [];
  tidyComponents(components as Holder[], random);
  for (const { component } of listPlaced(components, [])) {
    const input = component as Holder;
    delete input["disabled"];
    if (input["type"] === ComponentType.TextInput) {
      input["label"] ??= "Label";
      delete input["min_length"];
    }
    if (input["type"] === ComponentType.RadioGroup) clearDefaults(input);
    if (input["min_values"] === 0) input["min_values"] = 1;
  }
}

function tidyComponents(components: readonly Holder[], random: Random): void {
  for (const { component } of listPlaced(components, [])) {
    const one = component as Holder;
    delete one["id"];
    if (one["type"] === ComponentType.ActionRow) tidyRow(one);
    if (one["type"] === ComponentType.Button) tidyButton(one, random);
    if ("options" in one || "default_values" in one || "max_values" in one) tidyMenu(one);
  }
}

function tidyRow(row: Holder): void {
  const inside = row["components"] as Holder[];
  const [first] = inside;
  if (!first || inside.every(({ type }) => type === first["type"] && type === ComponentType.Button)) return;
  inside.splice(1);
}

function tidyButton(button: Holder, random: Random): void {
  const { style } = button;
  const allowed: Readonly<Record<number, readonly string[]>> = {
    [ButtonStyle.Link]: ["type", "style", "label", "emoji", "disabled", "url"],
    [ButtonStyle.Premium]: ["type", "style", "disabled", "sku_id"],
  };
  const names = allowed[Number(style)] ?? ["type", "style", "label", "emoji", "disabled", "custom_id"];
  for (const name of Object.keys(button)) if (!names.includes(name)) delete button[name];
  if (style === ButtonStyle.Link) button["url"] ??= "https://example.com/";
  else if (style === ButtonStyle.Premium) button["sku_id"] ??= "1";
  else button["custom_id"] ??= `made-${random.below(2 ** 32)}`;
  if (String(button["url"]).startsWith("attachment")) button["url"] = "https://example.com/";
}

function tidyMenu(menu: Holder): void {
  delete menu["min_values"];
  delete menu["max_values"];
  if (Array.isArray(menu["default_values"])) menu["default_values"].splice(1);
  clearDefaults(menu);
}

function clearDefaults(menu: Holder): void {
  const options = Array.isArray(menu["options"]) ? (menu["options"] as Holder[]) : [];
  options.forEach((option, index) => {
    delete option["default"];
    option["value"] = `${index}${String(option["value"])}`.slice(0, 90);
  });
}

function tidyMentions(mentions: unknown): void {
  if (!isHolder(mentions)) return;
  if (Array.isArray(mentions["users"]) || Array.isArray(mentions["roles"])) delete mentions["parse"];
  for (const name of ["parse", "users", "roles"]) {
    const list = mentions[name];
    if (Array.isArray(list)) mentions[name] = [...new Set(list)];
  }
}

function tidyEmbeds(embeds: unknown): void {
  for (const embed of Array.isArray(embeds) ? (embeds as Holder[]) : []) {
    for (const part of [embed, embed["author"], embed["provider"]].filter(isHolder))
      if (String(part["url"]).startsWith("attachment")) part["url"] = "https://example.com/";
  }
}

function tidyPoll(poll: unknown): void {
  if (!isHolder(poll)) return;
  const media = [poll["question"], ...(poll["answers"] as Holder[]).map((answer) => answer["poll_media"])];
  for (const one of media as Holder[]) one["text"] = "Which?";
}

function isHolder(value: unknown): value is Holder {
  return typeof value === "object" && value !== null;
}
