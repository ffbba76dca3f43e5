import { describe, expect, it } from "vitest";
import { EmulatorApplication } from "../../../../src/emulator/world/application.ts";
import type { FoundPlace } from "../../../../src/emulator/interactions/place.ts";
import { type PlayPage, renderPlayPage } from "../../../../src/emulator/play/page.ts";
import type { SeenMessage } from "../../../../src/emulator/interactions/seen.ts";
import { openScene } from "../../../setup/emulator/scene.ts";
import type { Command } from "../../../../src/wire/command.ts";

const application = new EmulatorApplication({ name: "<b>Reef</b>" });
const { world, at, recordsAt } = openScene();
const [ada, grace] = world.players.all;
const inGuild = at({ guild: "Reef" });

function renderAt(place: FoundPlace, page: Partial<PlayPage>, ...commands: object[]): string {
  const full = commands.map((command) => ({ id: "4", type: 1, name: "ping", description: "", ...command }));
  return renderPlayPage({
    place: { ...place, application },
    window: "3",
    commands: full as unknown as Command[],
    applications: [application],
    players: world.players.all,
    guilds: [],
    messages: [],
    records: recordsAt({ guild: "Reef" }),
    conditions: "",
    ...page,
  });
}

const render = (...commands: object[]) => renderAt(inGuild, {}, ...commands);

/** The field of the one option of a slash command. */
function renderOption(option: object): string {
  const page = render({ options: [{ name: "it", description: "What", ...option }] });
  const [, field = ""] = /(<label for="f0-it">.*)\n<button/s.exec(page) ?? [];
  return field;
}

const empty = '<option value=""></option>';

describe("the page", () => {
  it("has every letter escaped, and what the developer needs", () => {
    const page = render({ name: "ping", description: "<u>Pongs</u>" });
    for (const text of ["Reef", "Pongs"]) {
      expect(page).toMatch(new RegExp(`&lt;\\w&gt;${text}&lt;/\\w&gt;`));
      expect(page).not.toMatch(new RegExp(`<[biu]>${text}`));
    }
    const { id, publicKey, clientSecret, botToken } = application;
    for (const value of [id, publicKey, clientSecret, botToken])
      expect(page).toContain(`<dd><code>${value}</code></dd>`);
    expect(page).toContain('id="endpoint" required');
  });

  it("says so where there are no commands", () => {
    expect(render()).toContain("It has no commands yet.");
    expect(render({})).not.toContain("It has no commands yet.");
  });

  it("has a form for each subcommand, and says what it does where that is said", () => {
    const page = render(
      { name: "color", options: [{ type: 1, name: "set", description: "Sets it" }] },
      { name: "ping", description: "" },
    );
    expect(page).toContain("<summary><bdi>/color set</bdi></summary>");
    expect(page).toContain('<form data-command="/color set">');
    expect(page).toContain("<p>Sets it</p>");
    expect(page).not.toContain("<p></p>");
    expect(page).toContain('<button class="main">Use /ping</button>');
  });

  it("launches with the entry point, and asks on what other commands are used", () => {
    expect(render({ type: 4, name: "play" })).toContain('<button class="main">Launch</button>');
    const user = render({ type: 2, name: "Wave" });
    expect(user).toContain('<label for="t0">On whom</label><select id="t0" data-target>');
    expect(user).toContain(`<option value="${ada?.id}">Ada</option>`);
    expect(render({ type: 3, name: "Translate" })).toContain("Nobody has said anything here");
    const translate = renderAt(inGuild, { messages: [said] }, { type: 3, name: "Translate" });
    expect(translate).toContain('<label for="t0">On which message</label>');
    expect(translate).toContain('<option value="90">Grace: &lt;Bonjour&gt; · map.png · Where?</option>');
  });
});

const said: SeenMessage = {
  id: "90",
  author: "Grace",
  content: "<Bonjour>",
  texts: [],
  controls: [],
  files: ["map.png"],
  poll: { question: "Where?", answers: [] },
  isEphemeral: false,
  isLoading: false,
};

describe("where the person is", () => {
  it("is not asked where there is nothing but the one application", () => {
    expect(render()).not.toContain("Go there");
    expect(renderAt(at(), {})).toContain(
      `data-place="{&quot;application&quot;:&quot;${application.id}&quot;}"`,
    );
  });

  it("is chosen among applications, guilds and channels", () => {
    const page = renderAt(inGuild, { guilds: world.guilds.all });
    expect(page).toContain('<option value="7" selected>Reef</option>');
    expect(page).toContain('<option value="9" selected>general</option>');
    const direct = renderAt(at(), { guilds: world.guilds.all });
    expect(direct).toContain('<option value="" selected>None: direct messages</option>');
    expect(direct).not.toContain('name="channel"');
    expect(renderAt(at(), { applications: [application, application] })).toContain("Go there");
  });

  it("has what was said there", () => {
    expect(render()).not.toContain("What was said here");
    const quiet = { ...said, content: "", files: [], poll: undefined } as unknown as SeenMessage;
    const page = renderAt(inGuild, { messages: [said, quiet] });
    expect(page).toContain(
      '<dt>Grace</dt><dd dir="auto">&lt;Bonjour&gt; · map.png · Where?</dd><dt>Grace</dt><dd dir="auto">…</dd>',
    );
  });
});

describe("an option", () => {
  it("is said to be optional, unless it is required", () => {
    expect(renderOption({ type: 3 })).toContain("<small>optional</small>");
    const required = renderOption({ type: 3, required: true });
    expect(required).not.toContain("optional");
    expect(required).toMatch(/<input autocomplete="off" [^>]* required>/);
    expect(required).toContain("<small>What</small>");
  });

  it("with choices is picked from them; a required one has no empty choice", () => {
    const choices = [{ name: "<Red>", value: 1 }];
    const red = '<option value="1">&lt;Red&gt;</option>';
    expect(renderOption({ type: 4, choices })).toContain(`>${empty}${red}</select>`);
    expect(renderOption({ type: 4, choices, required: true })).toContain(` required>${red}</select>`);
    expect(renderOption({ type: 4, choices: [] })).toContain('<input type="number"');
  });

  it.each([
    ["true or false", 5, '<option value="true">True</option><option value="false">False</option>'],
    ["a player", 6, `<option value="${ada?.id}">Ada</option><option value="${grace?.id}">`],
    ["somebody mentioned", 9, `<option value="${ada?.id}">Ada</option>`],
    ["a channel", 7, '<option value="8">wreck</option><option value="9">general</option>'],
    ["a role", 8, '<option value="7">@everyone</option><option value="70">Divers</option>'],
  ])("of %s is picked", (_what, type, options) => {
    expect(renderOption({ type })).toContain(`>${empty}${options}`);
  });

  it("of a channel offers those of its types, and a file is named", () => {
    expect(renderOption({ type: 7, channel_types: [0] })).toContain(
      `>${empty}<option value="9">general</option></select>`,
    );
    expect(renderOption({ type: 11 })).toContain('placeholder="file.png"');
  });

  it.each([
    [{ type: 4 }, '<input type="number" step="1" '],
    [{ type: 10 }, '<input type="number" step="any" '],
    [{ type: 4, min_value: 0, max_value: 255 }, '<input type="number" step="1" min="0" max="255" '],
    [{ type: 3, min_length: 1, max_length: 9 }, '<input minlength="1" maxlength="9" autocomplete="off" '],
    [{ type: 3 }, '<input autocomplete="off" '],
  ])("keeps its bounds: %j", (option, input) => {
    expect(renderOption(option)).toContain(input);
  });

  it.each([3, 4, 10])("that suggests has a list (type %i)", (type) => {
    const field = renderOption({ type, autocomplete: true });
    expect(field).toContain('list="f0-it-list" data-suggest');
    expect(field).toContain('<datalist id="f0-it-list"></datalist>');
    expect(renderOption({ type, autocomplete: false })).not.toContain("datalist");
  });
});
