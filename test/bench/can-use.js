// How long it takes to say whether a player can use a command, with few and with many overwrites. No peer has this.
// Needs `npm run build:ts`.
const built = new URL("../../dist/commands/index.js", import.meta.url);
/** @type {typeof import("../../src/commands/index.ts")} */
const { canUse, Permission } = await import(built.href);

const series = 20;
const rounds = 20_000;
const command = { id: "20", application_id: "30", default_member_permissions: "6" };
const bits = Permission.UseApplicationCommands | Permission.KickMembers | Permission.BanMembers;

/** @param {number} count */
function situation(count) {
  const overwrites = Array.from({ length: count }, (_, index) => ({
    id: String(100 + index),
    type: index % 2 === 0 ? /** @type {const} */ (1) : /** @type {const} */ (3),
    permission: true,
  }));
  const entry = { application_id: "30", guild_id: "1000", permissions: overwrites };
  return {
    guild_id: "1000",
    member: { user: { id: "1", username: "ada" }, roles: ["7", "8", "9"], permissions: String(bits) },
    channel: { id: "500", type: /** @type {const} */ (0) },
    permissions: [
      { ...entry, id: "20" },
      { ...entry, id: "30" },
    ],
  };
}

/**
 * Microseconds of the processor's time for one.
 *
 * @param {() => unknown} act
 */
function timed(act) {
  const begin = process.cpuUsage();
  for (let round = 0; round < rounds; round++) act();
  return process.cpuUsage(begin).user / rounds;
}

for (const count of [0, 5, 100]) {
  const use = situation(count);
  const micros = Array.from({ length: series }, () => timed(() => canUse(command, use))).sort(
    (a, b) => a - b,
  );
  console.log(
    `${String(count).padStart(3)} overwrites each: ${micros[0]?.toFixed(2)} µs (median ${micros[series / 2]?.toFixed(2)}), ${canUse(command, use).rule}`,
  );
}
