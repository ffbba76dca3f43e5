// What a test costs that has an application of its own on an emulator that runs already. Needs `npm run build`.
import { generateKeyPairSync, sign } from "node:crypto";
import { startEmulator } from "slashpass/emulator";
import { createInteractionHandler, defineCommand } from "slashpass/interactions";
import { inTurn, timed } from "./frame/measure.js";

const roll = defineCommand({
  name: "roll",
  description: "Rolls a die",
  handle: (interaction) => interaction.reply({ content: "A four" }),
});
const atOnce = 20;

/** @type {import("./frame/bench.ts").Bench} */
export const bench = {
  title: "A test with an application of its own",
  about:
    "On an emulator that runs already: an application with a command is registered, its endpoint is checked as the service checks it, " +
    "then a player uses the command and looks. The floor is the same without the service: a pair of keys, and requests signed by hand " +
    "and given to the handler. No other package has a service to test against.",
  async run(pace) {
    const emulator = await startEmulator();
    const rows = await inTurn(
      /** @type {const} */ ([
        { what: "keys, and a handler that is called", kind: "floor", run: byHand },
        { what: "slashpass: one test after the other", kind: "ours", run: () => oneTest(emulator) },
        {
          what: `slashpass: ${atOnce} at once, each`,
          kind: "ours",
          run: () => Promise.all(Array.from({ length: atOnce }, () => oneTest(emulator))),
        },
      ]),
      { rounds: pace.pick({ full: 100, quick: 20 }), warmUp: 10 },
      async ({ what, run }) => (await timed(run)) / (what.includes("at once") ? atOnce : 1),
    );
    await emulator.close();
    const left =
      "Requests travel over HTTP between the emulator and itself, are checked as the service checks them and noted for the test to " +
      "look at; its answers go through every rule that the service has for a message.";
    return [{ name: "test-kit", title: "One test", unit: "ms", rows, left }];
  },
};

/** @param {import("slashpass/emulator").Emulator} emulator */
async function oneTest(emulator) {
  const application = emulator.addApplication({ commands: [roll.body] });
  await application.setInteractionsEndpoint(
    createInteractionHandler({ ...emulator.handlerOptions(application), commands: [roll] }),
  );
  const player = emulator.player("Ada", { application });
  await player.use("/roll");
  if (player.messages().length !== 1) throw new Error("The player sees what is not theirs, or nothing.");
}

const user = { id: "1", username: "ada", discriminator: "0", global_name: null, avatar: null };
const common = { id: "2", application_id: "3", token: "t", version: 1, locale: "en-US", entitlements: [] };
const ping = { ...common, type: 1 };
const use = { ...common, type: 2, channel_id: "4", user, data: { id: "5", name: "roll", type: 1 } };

/** A ping with a wrong signature, one with a right one, and the use of the command. */
async function byHand() {
  const keys = generateKeyPairSync("ed25519");
  const publicKey = keys.publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("hex");
  const handler = createInteractionHandler({ publicKey, commands: [roll] });
  for (const [interaction, isSigned] of /** @type {const} */ ([
    [ping, false],
    [ping, true],
    [use, true],
  ])) {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const body = JSON.stringify(interaction);
    const signature = sign(null, Buffer.from(timestamp + (isSigned ? body : "")), keys.privateKey);
    const headers = { "x-signature-ed25519": signature.toString("hex"), "x-signature-timestamp": timestamp };
    const answer = await handler(new Request("https://game.example/", { method: "POST", headers, body }));
    if (answer.ok !== isSigned) throw new Error(`Answered with ${answer.status}.`);
    await answer.text();
  }
}
