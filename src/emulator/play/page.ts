import type { Command } from "../../wire/command.ts";
import { CommandType } from "../../wire/command.ts";
import { type CommandOption, OptionType } from "../../wire/command-option.ts";
import type { EmulatorApplication } from "../world/application.ts";
import { escapeHtml, renderPage } from "../base/page.ts";
import type { FoundPlace } from "../interactions/place.ts";
import type { RecordKind, Records } from "../interactions/records.ts";
import type { SeenMessage } from "../interactions/seen.ts";
import { listUsables, type Usable } from "../interactions/usable.ts";
import type { Guild } from "../world/guild.ts";
import type { Player } from "../world/players.ts";

/** What the page shows. */
export interface PlayPage {
  readonly place: FoundPlace;
  /** Tells this page from others that are open. */
  readonly window: string;
  readonly commands: readonly Command[];
  readonly applications: readonly EmulatorApplication[];
  readonly players: readonly Player[];
  readonly guilds: readonly Guild[];
  /** What was said where the player is, the oldest first. */
  readonly messages: readonly SeenMessage[];
  /** What there is to pick from. */
  readonly records: Pick<Records, "list">;
  /** The controls of `renderConditions`. */
  readonly conditions: string;
}

/** The page on which a person uses an application's commands, as a player would in the chat client. */
export function renderPlayPage(page: PlayPage): string {
  const { application } = page.place;
  const usables = page.commands.flatMap(listUsables);
  const body = `<p>Use its commands as a player would.</p>
${renderPlace(page)}
${renderHistory(page.messages)}
${usables.map((usable, index) => renderUsable(usable, index, page)).join("\n") || noCommands}
<section aria-live="polite" aria-label="Answer" id="answer" tabindex="-1" hidden></section>
${renderPortal(application)}
${page.conditions}
<script src="/play/script.js"></script>`;
  return renderPage(application.name, body);
}

/** Who and where the person is. The player counts at once, the rest once it is sent: the commands may be others there. */
function renderPlace({ place, window, applications, players, guilds }: PlayPage): string {
  const { application, player, guild, channel } = place;
  const isAlone = applications.length === 1 && guilds.length === 0;
  const channels = guild?.channels ?? [];
  const where = `${pickOne("application", "Application", applications, application.id)}
${pickOne("guild", "Guild", [{ id: "", name: "None: direct messages" }, ...guilds], guild?.id ?? "")}
${guild ? pickOne("channel", "Channel", channels, channel.id) : ""}
<button>Go there</button>`;
  const chosen = { application: application.id, ...(guild && { guild: guild.id, channel: channel.id }) };
  return `<form id="place" data-place="${escapeHtml(JSON.stringify(chosen))}" data-window="${escapeHtml(window)}">
<label for="player">You are</label>
<select id="player" name="player">${players.map(({ name }) => item(name, name, name === player.name)).join("")}</select>
${isAlone ? "" : where}
</form>`;
}

function pickOne(
  name: string,
  label: string,
  items: readonly { readonly id: string; readonly name: string }[],
  chosen: string,
): string {
  const options = items.map((one) => item(one.id, one.name, one.id === chosen)).join("");
  return `<label for="${name}">${label}</label><select id="${name}" name="${name}">${options}</select>`;
}

function renderHistory(messages: readonly SeenMessage[]): string {
  if (messages.length === 0) return "";
  const items = messages.map(
    (message) => `<dt>${escapeHtml(message.author)}</dt><dd dir="auto">${escapeHtml(textOf(message))}</dd>`,
  );
  return `<details id="history"><summary>What was said here</summary><dl>${items.join("")}</dl></details>`;
}

/** A message in one line. */
function textOf({ content, texts, files, poll }: SeenMessage): string {
  const parts = [content, ...texts, ...files, ...(poll ? [poll.question] : [])];
  return parts.filter((part) => part !== "").join(" · ") || "…";
}

/** What the developer portal shows of an application: whoever started the emulator from a terminal has no other way to it. */
function renderPortal(application: EmulatorApplication): string {
  const { id, publicKey, clientSecret, botToken, interactionsEndpoint = "" } = application;
  const rows = {
    "Application id": id,
    "Public key": publicKey,
    "Client secret": clientSecret,
    "Bot token": botToken,
  };
  const items = Object.entries(rows).map(
    ([name, value]) => `<dt>${name}</dt><dd><code>${escapeHtml(value)}</code></dd>`,
  );
  return `<details><summary>For the developer</summary><dl>${items.join("")}</dl>
<form id="portal">
<label for="endpoint">Interactions endpoint</label>
<input type="url" id="endpoint" required placeholder="http://127.0.0.1:3000/interactions" value="${escapeHtml(interactionsEndpoint)}">
<button class="main">Save</button>
</form></details>`;
}

const noCommands = `<p role="status">It has no commands yet. Register one, then load this page again.</p>`;

function renderUsable(usable: Usable, index: number, page: PlayPage): string {
  const { command, title, description, fields } = usable;
  const target = renderTarget(command, index, page);
  if (target === undefined) return renderFolded(title, noMessages);
  return renderFolded(
    title,
    `<form data-command="${escapeHtml(title)}">
${description ? `<p>${escapeHtml(description)}</p>` : ""}
${target}${fields.map((field) => renderField(field, `f${index}-${field.name}`, page)).join("\n")}
<button class="main">${command.type === CommandType.PrimaryEntryPoint ? "Launch" : `Use ${escapeHtml(title)}`}</button>
</form>`,
  );
}

function renderFolded(title: string, body: string): string {
  return `<details><summary><bdi>${escapeHtml(title)}</bdi></summary>
${body}</details>`;
}

const noMessages = `<p role="status">Nobody has said anything here that it could be used on.</p>`;

/** Whom or what a command is used on; undefined where there is nothing. */
function renderTarget({ type }: Command, index: number, { records, messages }: PlayPage): string | undefined {
  const id = `t${index}`;
  if (type === CommandType.User) {
    return `<label for="${id}">On whom</label><select id="${id}" data-target>${optionsFor(records.list("user"))}</select>`;
  }
  if (type !== CommandType.Message) return "";
  if (messages.length === 0) return undefined;
  const said = messages.map((message) => ({ id: message.id, name: `${message.author}: ${textOf(message)}` }));
  return `<label for="${id}">On which message</label><select id="${id}" data-target>${optionsFor(said)}</select>`;
}

function renderField(option: CommandOption, id: string, page: PlayPage): string {
  const { name, description, type } = option;
  const isRequired = "required" in option && option.required === true;
  const common = `id="${escapeHtml(id)}" data-option="${escapeHtml(name)}" data-type="${type}"${isRequired ? " required" : ""}`;
  const label = `<label for="${escapeHtml(id)}">${escapeHtml(name)}${isRequired ? "" : " <small>optional</small>"}</label>`;
  return `${label}${renderInput(option, common, id, page)}<small>${escapeHtml(description)}</small>`;
}

function renderInput(option: CommandOption, common: string, id: string, page: PlayPage): string {
  const choices = "choices" in option ? option.choices : undefined;
  if (choices && choices.length > 0) {
    return select(common, choices.map(({ name, value }) => item(String(value), name)).join(""));
  }
  return renderByType[option.type](option, common, id, page);
}

type Render = (option: CommandOption, common: string, id: string, page: PlayPage) => string;

function renderRecords(kind: RecordKind): Render {
  return (option, common, _id, { records }) => {
    const channelTypes = "channel_types" in option ? option.channel_types : undefined;
    return select(common, optionsFor(records.list(kind, channelTypes)));
  };
}

/** The field of an option of each type; subcommands are commands of their own here. */
const renderByType: Readonly<Record<OptionType, Render>> = {
  [OptionType.SubCommand]: () => "",
  [OptionType.SubCommandGroup]: () => "",
  [OptionType.String]: renderText,
  [OptionType.Integer]: renderNumber,
  [OptionType.Boolean]: (_option, common) => select(common, item("true", "True") + item("false", "False")),
  [OptionType.User]: renderRecords("user"),
  [OptionType.Channel]: renderRecords("channel"),
  [OptionType.Role]: renderRecords("role"),
  [OptionType.Mentionable]: renderRecords("mentionable"),
  [OptionType.Number]: renderNumber,
  [OptionType.Attachment]: (_option, common) =>
    `<input autocomplete="off" spellcheck="false" placeholder="file.png" ${common}>`,
};

function renderNumber(option: CommandOption, common: string, id: string): string {
  const { min_value: min, max_value: max } = option as { min_value?: number; max_value?: number };
  const bounds = `${min === undefined ? "" : ` min="${min}"`}${max === undefined ? "" : ` max="${max}"`}`;
  const step = option.type === OptionType.Integer ? "1" : "any";
  if (isSuggesting(option)) return suggestingInput(common, id);
  return `<input type="number" step="${step}"${bounds} ${common}>`;
}

function renderText(option: CommandOption, common: string, id: string): string {
  if (isSuggesting(option)) return suggestingInput(common, id);
  const { min_length: min, max_length: max } = option as { min_length?: number; max_length?: number };
  const bounds = `${min === undefined ? "" : ` minlength="${min}"`}${max === undefined ? "" : ` maxlength="${max}"`}`;
  return `<input${bounds} autocomplete="off" ${common}>`;
}

function suggestingInput(common: string, id: string): string {
  const list = escapeHtml(`${id}-list`);
  return `<input autocomplete="off" list="${list}" data-suggest ${common}><datalist id="${list}"></datalist>`;
}

function isSuggesting(option: CommandOption): boolean {
  return "autocomplete" in option && option.autocomplete === true;
}

function select(common: string, options: string): string {
  return `<select ${common}>${common.endsWith("required") ? "" : item("", "")}${options}</select>`;
}

function optionsFor(records: readonly { readonly id: string; readonly name: string }[]): string {
  return records.map(({ id, name }) => item(id, name)).join("");
}

function item(value: string, name: string, isChosen = false): string {
  return `<option value="${escapeHtml(value)}"${isChosen ? " selected" : ""}>${escapeHtml(name)}</option>`;
}
