import { expect, test } from "vitest";
import { ChannelBook } from "../../../../src/emulator/state/channels.ts";
import { Players } from "../../../../src/emulator/state/players.ts";

const players = new Players(["Ada", "Grace", "Barbara"], Date.now);
const [ada, grace, barbara] = players.all as [Player, Player, Player];
type Player = (typeof players.all)[number];

test("has one direct message channel per player and application", () => {
  const channels = new ChannelBook(Date.now);
  const direct = channels.ofApplication("5", ada);
  expect(direct).toMatchObject({ type: 1, applicationId: "5", recipients: [ada], guildId: undefined });
  expect(channels.ofApplication("5", ada)).toBe(direct);
  expect(channels.ofApplication("5", grace)).not.toBe(direct);
  expect(channels.ofApplication("6", ada)).not.toBe(direct);
  expect(channels.byId(direct.id)).toBe(direct);
});

test("has one channel per group of players, regardless of their order", () => {
  const channels = new ChannelBook(Date.now);
  const two = channels.among([ada, grace]);
  expect(two).toMatchObject({ type: 1, applicationId: undefined });
  expect(channels.among([grace, ada])).toBe(two);
  expect(channels.among([ada, grace, barbara])).toMatchObject({ type: 3 });
});
