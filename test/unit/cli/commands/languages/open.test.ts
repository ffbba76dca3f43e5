import { expect, it } from "vitest";
import { languageFile, translatedGame } from "../../../../setup/program/translated-game.ts";

const ping = { name: "ping", description: "ping" };
const configOf = (environment: object, more: object = {}) => ({
  environments: { development: { applicationId: "1400000000000000001", ...environment } },
  commands: "commands.json",
  ...more,
});

it("checks the strings regardless of the environment's scope", async () => {
  // Only a global command can launch the Activity.
  const launch = { type: 4, name: "launch", description: "ping", handler: 1 };
  const texts = { "slash/ping.name": "klopf", "slash/ping.description": "Klopft." };
  const check = async (environment: object, ...commands: readonly object[]) => {
    const { run } = translatedGame([ping, ...commands], {
      "slashpass.config.json": configOf(environment, { languages: "languages" }),
      "languages/de.json": languageFile("de", texts),
    });
    return (await run("commands languages check")).code;
  };
  const guildId = "1400000000000000002";
  expect([await check({}), await check({ guildId })]).toEqual([0, 0]);
  expect([await check({}, launch), await check({ guildId }, launch)]).toEqual([3, 3]);
});
