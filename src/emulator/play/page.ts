import type { Command } from "../../wire/command.ts";
import { CommandType } from "../../wire/command.ts";
import { type CommandOption, OptionType } from "../../wire/command-option.ts";
import type { EmulatorApplication } from "../world/application.ts";
import { escapeHtml, renderPage } from "../base/page.ts";
import { listUsables, type Usable } from "./fields.ts";
import type { Player } from "../world/players.ts";

/** What the page shows. */
export interface PlayPage {
  readonly application: EmulatorApplication;
  readonly commands: readonly Command[];
  readonly players: readonly Player[];
}

/** The page on which a person uses an application's commands, as a player would in the chat client. */
export function renderPlayPage({ application, commands, players }: PlayPage): string {
  const usables = commands.flatMap(listUsables);
  const body = `<p>Use its commands as a player would.</p>
<label for="player">You are</label>
<select id="player">${players.map(({ name }) => `<option>${escapeHtml(name)}</option>`).join("")}</select>
${usables.map((usable, index) => renderUsable(usable, index, players)).join("\n") || noCommands}
<section aria-live="polite" aria-label="Answer" id="answer" tabindex="-1" hidden></section>
${renderPortal(application)}
<script src="/play/script.js"></script>`;
  return renderPage(application.name, body);
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

function renderUsable(
  { command, path, title, description, fields }: Usable,
  index: number,
  players: readonly Player[],
): string {
  const target = renderTarget(command, index, players);
  return `<details><summary>${escapeHtml(title)}</summary>
<form data-command="${command.id}" data-path="${escapeHtml(JSON.stringify(path))}">
${description ? `<p>${escapeHtml(description)}</p>` : ""}
${target}${fields.map((field) => renderField(field, `f${index}-${field.name}`, players)).join("\n")}
<button class="main">${command.type === CommandType.PrimaryEntryPoint ? "Launch" : `Use ${escapeHtml(title)}`}</button>
</form></details>`;
}

function renderTarget({ type }: Command, index: number, players: readonly Player[]): string {
  const id = `t${index}`;
  if (type === CommandType.User) {
    return `<label for="${id}">On whom</label><select id="${id}" data-target>${playerOptions(players, "name")}</select>`;
  }
  if (type !== CommandType.Message) return "";
  return `<label for="${id}">On which message</label><input id="${id}" data-target value="Hello">`;
}

function renderField(option: CommandOption, id: string, players: readonly Player[]): string {
  const { name, description, type } = option;
  const isRequired = "required" in option && option.required === true;
  const common = `id="${escapeHtml(id)}" data-option="${escapeHtml(name)}" data-type="${type}"${isRequired ? " required" : ""}`;
  const label = `<label for="${escapeHtml(id)}">${escapeHtml(name)}${isRequired ? "" : " <small>optional</small>"}</label>`;
  return `${label}${renderInput(option, common, id, players)}<small>${escapeHtml(description)}</small>`;
}

function renderInput(option: CommandOption, common: string, id: string, players: readonly Player[]): string {
  const choices = "choices" in option ? option.choices : undefined;
  if (choices && choices.length > 0) {
    return select(common, choices.map(({ name, value }) => item(String(value), name)).join(""));
  }
  return renderByType[option.type](option, common, id, players);
}

type Render = (option: CommandOption, common: string, id: string, players: readonly Player[]) => string;

const renderPlayers: Render = (_option, common, _id, players) => select(common, playerOptions(players, "id"));

/** A field whose only choice is a record that the emulator makes up: any id stands for one. */
function renderRecord(id: string, name: string): Render {
  return (_option, common) => select(common, item(id, name));
}

/** The field of an option of each type; subcommands are commands of their own here. */
const renderByType: Readonly<Record<OptionType, Render>> = {
  [OptionType.SubCommand]: () => "",
  [OptionType.SubCommandGroup]: () => "",
  [OptionType.String]: renderText,
  [OptionType.Integer]: renderNumber,
  [OptionType.Boolean]: (_option, common) => select(common, item("true", "True") + item("false", "False")),
  [OptionType.User]: renderPlayers,
  [OptionType.Channel]: renderRecord("7001", "general"),
  [OptionType.Role]: renderRecord("7002", "Players"),
  [OptionType.Mentionable]: renderPlayers,
  [OptionType.Number]: renderNumber,
  [OptionType.Attachment]: renderRecord("7003", "file.png"),
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

function playerOptions(players: readonly Player[], value: "id" | "name"): string {
  return players.map((player) => item(player[value], player.name)).join("");
}

function item(value: string, name: string): string {
  return `<option value="${escapeHtml(value)}">${escapeHtml(name)}</option>`;
}
