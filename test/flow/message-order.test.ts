import { EventEmitter, once } from "node:events";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { CommandsClient } from "../../src/commands/index.ts";
import { type Emulator, type PlayerAgent, startEmulator } from "../../src/emulator/index.ts";
import {
  type Answer,
  createInteractionHandler,
  defineCommand,
  defineComponent,
  type Interaction,
  type InteractionHandler,
  isClientError,
} from "../../src/interactions/index.ts";

type Step =
  | "defer"
  | "edit"
  | "send"
  | "fetch"
  | "delete"
  | "edit, not awaited"
  /** The handler's return value. The remaining steps run after the handler has returned. */
  | "reply";

interface Row {
  readonly does: readonly Step[];
  /** The messages that remain at the end. */
  readonly sees: readonly string[];
  /** Steps rejected with a hint. */
  readonly refused?: readonly Step[];
  /** Steps rejected after the automatic deferral. Default: `refused`. */
  readonly refusedLate?: readonly Step[];
}

const rows: readonly Row[] = [
  { does: ["reply"], sees: ["reply"] },
  { does: ["defer", "reply"], sees: ["reply"] },
  { does: ["edit"], sees: ["edit"] },
  { does: ["defer", "edit"], sees: ["edit"] },
  { does: ["defer", "edit", "reply"], sees: ["reply"] },
  { does: ["send", "reply"], sees: ["reply"], refused: ["send"] },
  { does: ["defer", "send", "reply"], sees: ["reply"], refused: ["send"] },
  { does: ["send", "edit", "send"], sees: ["edit", "send"], refused: ["send"] },
  { does: ["edit", "send"], sees: ["edit", "send"] },
  { does: ["edit, not awaited", "send"], sees: ["edit", "send"] },
  { does: ["edit", "send", "send"], sees: ["edit", "send", "send"] },
  { does: ["edit", "send", "reply"], sees: ["reply", "send"] },
  { does: ["defer", "edit", "send", "reply"], sees: ["reply", "send"] },
  { does: ["edit, not awaited", "reply"], sees: ["reply"] },
  { does: ["reply", "send"], sees: ["reply", "send"] },
  { does: ["reply", "edit"], sees: ["edit"] },
  { does: ["reply", "edit", "send"], sees: ["edit", "send"] },
  { does: ["reply", "delete", "send"], sees: ["send"] },
  { does: ["defer", "reply", "send", "edit"], sees: ["edit", "send"] },
  { does: ["defer", "delete", "reply"], sees: ["reply"] },
  { does: ["defer", "delete", "send", "reply"], sees: ["send", "reply"] },
  { does: ["edit", "delete", "send"], sees: ["send"] },
  // There is no message yet if the handler is on time, and a deferral placeholder if it is late.
  { does: ["delete", "reply"], sees: ["reply"], refused: ["delete"], refusedLate: [] },
  { does: ["fetch", "reply"], sees: ["reply"], refused: ["fetch"], refusedLate: [] },
];

/** For a button on a message whose content is "menu". */
const ofButton: readonly Row[] = [
  { does: ["reply"], sees: ["menu", "reply"] },
  { does: ["defer", "reply"], sees: ["menu", "reply"] },
  { does: ["defer", "send"], sees: ["menu", "send"] },
  { does: ["defer", "send", "reply"], sees: ["menu", "send", "reply"] },
  { does: ["send", "reply"], sees: ["menu", "reply"], refused: ["send"] },
  { does: ["edit", "send"], sees: ["edit", "send"] },
  { does: ["defer", "edit", "send", "reply"], sees: ["edit", "send", "reply"] },
  { does: ["defer", "delete", "reply"], sees: ["reply"] },
];

let emulator: Emulator;
let handler: InteractionHandler;
const problems: string[] = [];
const game = new EventEmitter();
let act: (interaction: Interaction) => Promise<Answer | void>;

const go = { type: 2, custom_id: "go", style: 1, label: "Go" } as const;
const commands = [
  defineCommand({ name: "act", description: "Acts", handle: (interaction) => act(interaction) }),
  defineCommand({
    name: "menu",
    description: "Shows a button",
    handle: (interaction) =>
      interaction.reply({ content: "menu", components: [{ type: 1, components: [go] }] }),
  }),
];

beforeAll(async () => {
  emulator = await startEmulator();
  handler = createInteractionHandler({
    ...emulator.handlerOptions(),
    commands,
    components: [defineComponent({ customId: "go", handle: (interaction) => act(interaction) })],
    report: ({ code }) => void problems.push(code),
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      game.emit("answer", response.status);
      return response;
    },
  });
  await handler.sync(new CommandsClient(emulator.commandsOptions()));
  await emulator.application.setInteractionsEndpoint(handler);
});
beforeEach(() => void problems.splice(0));
afterEach(() => {
  vi.useRealTimers();
  game.removeAllListeners();
});
afterAll(() => emulator.close());

/** Runs one step and records it in `refused` if it has no message to act on. */
async function take(step: Step, interaction: Interaction, refused: Step[]): Promise<void> {
  const { messages } = interaction;
  try {
    if (step === "defer") await interaction.defer();
    else if (step === "edit") await messages.edit({ content: "edit" });
    else if (step === "edit, not awaited") void messages.edit({ content: "edit" });
    else if (step === "delete") await messages.delete();
    else if (step === "fetch") await messages.fetch();
    else await messages.send({ content: "send" });
  } catch (error) {
    if (!isClientError(error) || error.code !== "not_answered") throw error;
    expect(error.hint).toContain("messages.edit");
    refused.push(step);
  }
}

/** Runs the steps before "reply" in the handler and the rest after the handler has returned. `use` is the player's action. */
async function play({ does }: Row, isLate: boolean, use: () => Promise<unknown>): Promise<Step[]> {
  const refused: Step[] = [];
  const [requested, late, done] = [once(game, "asked"), once(game, "late"), once(game, "done")];
  const end = does.includes("reply") ? does.indexOf("reply") : does.length;
  const goOn = async (interaction: Interaction): Promise<void> => {
    for (const step of does.slice(end + 1)) await take(step, interaction, refused);
    game.emit("done");
  };
  act = async (interaction) => {
    game.emit("asked");
    if (isLate) await late;
    for (const step of does.slice(0, end)) await take(step, interaction, refused);
    setImmediate(() => void goOn(interaction));
    return end < does.length ? interaction.reply({ content: "reply" }) : undefined;
  };
  if (isLate) vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const using = use();
  await requested;
  if (isLate) {
    vi.advanceTimersByTime(1_500);
    await using;
    game.emit("late");
  }
  await Promise.all([using, done]);
  return refused;
}

const contentsFor = (player: PlayerAgent): string[] => player.messages().map(({ content }) => content);
const titleOf = ({ does }: Row): string => does.join(", ");
const named = (all: readonly Row[]) => all.map((row) => [titleOf(row), row] as const);

describe.each([
  ["in time", false],
  ["after the automatic deferral", true],
])("with messages sent %s", (_when, isLate) => {
  it.each(named(rows))(
    "shows a command's messages once each, starting with the response: %s",
    async (title, row) => {
      const player = emulator.player(`${title} ${isLate}`);
      const refused = await play(row, isLate, () => player.use("/act"));
      await expect.poll(() => contentsFor(player)).toEqual(row.sees);
      expect(refused).toEqual((isLate && row.refusedLate) || (row.refused ?? []));
      expect(problems).toEqual([]);
    },
  );

  it.each(named(ofButton))(
    "shows a button's messages once each, starting with the response: %s",
    async (title, row) => {
      const player = emulator.player(`button ${title} ${isLate}`);
      await player.use("/menu");
      const refused = await play(row, isLate, () => player.press("Go"));
      await expect.poll(() => contentsFor(player)).toEqual(row.sees);
      expect(refused).toEqual(row.refused ?? []);
      expect(problems).toEqual([]);
    },
  );
});

it.each<[Step, readonly string[]]>([
  ["send", ["reply", "send"]],
  ["edit", ["edit"]],
  ["delete", []],
])("waits for a response in transit before the next step: %s", async (step, sees) => {
  const player = emulator.player(`on its way ${step}`);
  const early = new Promise<void>((resolve) => {
    game.on("answer", (status) => status === 404 && resolve());
  });
  const slowly = async (request: Request): Promise<Response> => {
    const response = await handler(request);
    if (act === replying) await early;
    return response;
  };
  const done = once(game, "done");
  const replying = async (interaction: Interaction): Promise<Answer> => {
    setImmediate(() => void take(step, interaction, []).then(() => game.emit("done")));
    return interaction.reply({ content: "reply" });
  };
  await emulator.application.setInteractionsEndpoint(Object.assign(slowly, { apiBase: handler.apiBase }));
  act = replying;
  await Promise.all([player.use("/act"), done]);
  expect(contentsFor(player)).toEqual(sees);
  expect(problems).toEqual([]);
});
