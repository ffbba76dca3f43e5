import { type DesiredCommand, planCommands, type Plan } from "../../src/commands/index.ts";
import type { Command } from "../../src/wire/command.ts";

const ids = { application_id: "9", version: "1" };
const live = [
  {
    ...ids,
    id: "1",
    type: 1,
    name: "play",
    description: "Play a game",
    contexts: [0, 1],
    options: [
      {
        type: 3,
        name: "mode",
        description: "How",
        choices: [
          { name: "Easy", value: "easy" },
          { name: "Hard", value: "hard" },
        ],
      },
      { type: 6, name: "with", description: "Whom to play with" },
    ],
  },
  { ...ids, id: "2", type: 1, name: "old", description: "Gone" },
  { ...ids, id: "3", type: 2, name: "High Five", description: "" },
  { ...ids, id: "4", type: 4, name: "launch", description: "", handler: 2 },
  { ...ids, id: "5", type: 1, name: "same", description: "Same" },
] as unknown as Command[];

const desired = [
  {
    name: "play",
    description: "Play a game with everybody who is in the channel right now and wants to",
    contexts: [0],
    default_member_permissions: "32",
    options: [
      {
        type: 3,
        name: "mode",
        description: "How hard it is",
        required: true,
        choices: [{ name: "Easy", value: "easy" }],
      },
      { type: 7, name: "where", description: "Which channel", channel_types: [0, 5] },
    ],
  },
  { name: "High Four", type: 2, renamedFrom: "High Five" },
  { name: "same", description: "Same" },
  {
    name: "score",
    description: "Shows the score",
    name_localizations: { de: "stand", he: "ניקוד" },
    description_localizations: { ja: "すべてのプレイヤーのスコアを表示します。".repeat(4) },
    options: [
      {
        type: 1,
        name: "top",
        description: "The best",
        options: [{ type: 4, name: "count", description: "How many", min_value: 1, max_value: 10 }],
      },
    ],
  },
] as unknown as DesiredCommand[];

export const mixedPlan: Plan = planCommands(desired, live, { scope: "global" });

/** Content with which a developer, or a pull request's author, could attack readers of the plan. */
export const hostilePlan: Plan = planCommands(
  [
    {
      name: "High Five",
      type: 2,
      name_localizations: { de: "``` </details>", fr: "\u{1b}[2J\u{1b}]0;hi\u{7}", he: "שלום\u{202e}" },
    },
    { name: "a", description: "@everyone [x](javascript:1) <img src=x> ````\n# Done" },
  ] as DesiredCommand[],
  [
    { ...ids, id: "3", type: 2, name: "High Five", description: "", name_localizations: { he: "להתראות" } },
  ] as unknown as Command[],
  { scope: "guild", guildId: "123456789012345678" },
);
