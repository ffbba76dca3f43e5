// What a test costs that has an application of its own on an emulator that runs already, per application: registered with its
// command, its endpoint checked, used once by a player who then looks. The median of 200, after 20 to warm up; then of 200
// at once, 20 at a time, as parallel tests are.
import { startEmulator } from "slashpass/emulator";
import { createInteractionHandler, defineCommand } from "slashpass/interactions";

const roll = defineCommand({
  name: "roll",
  description: "Rolls a die",
  handle: (interaction) => interaction.reply({ content: "A four" }),
});

const emulator = await startEmulator();

async function testOnce() {
  const start = performance.now();
  const application = emulator.addApplication({ commands: [roll.body] });
  const { publicKey } = application;
  await application.setInteractionsEndpoint(createInteractionHandler({ publicKey, commands: [roll] }));
  const ready = performance.now();
  const player = emulator.player("Ada", { application });
  await player.use("/roll");
  if (player.sees().length !== 1) throw new Error("The player sees what is not theirs, or nothing.");
  return { application: ready - start, whole: performance.now() - start };
}

/** @param {readonly number[]} times */
function median(times) {
  return [...times].sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
}

for (let round = 0; round < 20; round++) await testOnce();
const times = [];
for (let round = 0; round < 200; round++) times.push(await testOnce());
const start = performance.now();
for (let batch = 0; batch < 10; batch++) await Promise.all(Array.from({ length: 20 }, testOnce));
const parallel = (performance.now() - start) / 200;
await emulator.close();

const application = median(times.map((time) => time.application));
const whole = median(times.map((time) => time.whole));
console.log(`one application, its endpoint checked   ${application.toFixed(2)} ms (wanted: at most 5)`);
console.log(`with a command used and looked at       ${whole.toFixed(2)} ms`);
console.log(`20 tests at once, each                  ${parallel.toFixed(2)} ms`);
