import { ContextMenuCommandBuilder, SlashCommandBuilder } from "@discordjs/builders";
import { expect, test } from "vitest";
import { formatPath } from "../../../../src/core/request/path.ts";
import { checkSet } from "../../../../src/commands/rules/proven.ts";
import { validateCommand, validateCommandSet } from "../../../../src/commands/rules/validate.ts";
import { Visit } from "../../../../src/commands/rules/visit.ts";
import { placesOf, testRules } from "../../../setup/commands/rule-tests.ts";

testRules("set-count", "set-id", "set-list", "set-name-unique", "set-former-name");

const options = { scope: "global" } as const;
const wrong = { name: "NOT VALID", description: "d" };

test("checks commands that were already checked only against each other", () => {
  const visit = new Visit({}, formatPath);
  checkSet(visit, [wrong, wrong], options, () => []);
  expect(placesOf(visit.findings)).toEqual(["set-name-unique at [1].name"]);
});

test("ignores entries without a valid type and name when it compares commands", () => {
  const visit = new Visit({}, formatPath);
  checkSet(visit, [null, { type: 9, name: "a" }, { name: 5 }], options, () => []);
  expect(visit.findings).toEqual([]);
});

test("validates the JSON of discord.js builders", () => {
  const play = new SlashCommandBuilder().setName("play").setDescription("Starts a match");
  play.addSubcommand((duel) =>
    duel
      .setName("duel")
      .setDescription("d")
      .addUserOption((rival) => rival.setName("rival").setDescription("d")),
  );
  const menu = new ContextMenuCommandBuilder().setName("Report").setType(3);
  expect(validateCommandSet([play, menu], { scope: "global" })).toEqual([]);
  expect(validateCommand(play, { scope: "global" })).toEqual([]);
});

test("reports a builder whose toJSON throws as unreadable", () => {
  const unfinished = new SlashCommandBuilder().setName("play");
  const findings = [...validateCommandSet([unfinished], options), ...validateCommand(unfinished, options)];
  expect(placesOf(findings)).toEqual(["readable at play", "readable at the whole"]);
});

test("requires unique string ids", () => {
  const visit = new Visit({}, formatPath);
  const ids = ["5", "5", 6].map((id, index) => ({ id, name: `c${index}`, description: "d" }));
  checkSet(visit, ids, options);
  expect(placesOf(visit.findings)).toEqual(["set-id at [1].id", "set-id at [2].id"]);
});
