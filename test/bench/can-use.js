// How long it takes to say whether a player can use a command, with few and with many overwrites. No peer has this.
// Needs `npm run build:ts`.
import { cpuNanoseconds, inTurn, median } from "./frame/measure.js";

const built = new URL("../../dist/commands/index.js", import.meta.url);
/** @type {typeof import("../../src/commands/index.ts")} */
const { canUse, Permission } = await import(built.href);

const repeats = 20_000;
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

/** Reads what an answer has to look at: the member's bits, and each overwrite. @param {ReturnType<typeof situation>} use */
function readOnce({ member, permissions }) {
  let found = 0;
  for (const entry of permissions)
    for (const { id, type } of entry.permissions)
      if (type === 1 ? member.roles.includes(id) : id === member.user.id) found++;
  return (BigInt(member.permissions) & bits) === bits && found === 0;
}

const ways = /** @type {const} */ ([
  { what: "reading the bits and each overwrite", kind: "floor", act: readOnce },
  {
    what: "slashpass",
    kind: "ours",
    act: (/** @type {ReturnType<typeof situation>} */ use) => canUse(command, use),
  },
]);

/** @type {import("./frame/bench.ts").Bench} */
export const bench = {
  title: "Whether a player can use a command",
  about:
    "`canUse` over what the service says of a member, a channel and the overwrites; processor time. No other package has it.",
  async run(pace) {
    const rounds = pace.pick({ full: 20, quick: 3 });
    const sizes = [1, 5, 20, 100];
    const candidates = sizes.flatMap((size) =>
      ways.map(({ what, kind, act }) => ({ what, kind, act, size, use: situation(size) })),
    );
    const rows = await inTurn(candidates, { rounds }, ({ act, use }) => cpuNanoseconds(act, [use], repeats));
    const points = rows.map(({ what, values }, at) => ({
      what,
      at: candidates[at]?.size ?? 0,
      value: median(values),
    }));
    return [
      {
        name: "can-use",
        title: "One answer, by the number of overwrites",
        size: "overwrites of the command, and as many of the application",
        unit: "ns",
        lines: ways.map(({ what, kind }) => ({
          what,
          kind,
          points: points
            .filter((point) => point.what === what)
            .map(({ at, value }) => /** @type {const} */ ([at, value])),
        })),
        left:
          "Each overwrite is looked at once: it could be the player's own, or that of one of the roles. What is given is checked before, " +
          "field by field, and the answer says which rule decided.",
      },
    ];
  },
};
