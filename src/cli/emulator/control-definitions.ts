import { define } from "../frame/definition.ts";
import { variables } from "../frame/variables.ts";

const emulatorOptions = {
  "--emulator <url>": `The web address of the running emulator. Default: ${variables.webBase}.`,
} as const;

export const triggerDefinition = define({
  name: "emulator trigger",
  summary: "Trigger an event in a running emulator: a purchase, a new member, a fault.",
  details:
    "Events and their fields:\n\n    entitlement.create, subscription.create      player, sku; guild\n    entitlement.delete                           entitlement\n    subscription.cancel, subscription.end        subscription\n    member.add, member.edit                      player; guild, nick, roles\n    member.remove                                player; guild\n    application.deauthorize                      player\n    quest.enroll, quest.complete                 player\n    friend.add, friend.remove                    player, friend\n    fault.add     answer, path, method, latencyMs, clockSkewMs,\n                  retryAfterSeconds, times, share\n    fault.end                                    none: ends all faults\n    time.advance                                 time, such as 16m\n\nOptional fields stand after the semicolon; those of fault.add all are. Players have names, everything else has ids, and roles are separated by commas. The application hears of it at its events endpoint and at the gateway, as from the service. With --data, any event of the service that this package knows is sent as it stands in a file, such as guild.member.add.",
  arguments: {
    "<event>": "The event.",
    "[field...]": "Its fields, such as player=Ada.",
  },
  options: {
    "--data <file>": "A file with the event's data as the service describes it, as JSON, instead of fields.",
    "--application <id>": "The application that receives it. Default: the first one.",
    ...emulatorOptions,
  },
  examples: {
    "emulator trigger entitlement.create player=Ada sku=71": "Let Ada buy something.",
    "emulator trigger time.advance time=16m": "Advance the clock past an interaction's lifetime.",
    "emulator trigger fault.add path=/oauth2/token answer=drop":
      "Drop requests for tokens without a response.",
  },
});

export const exportDefinition = define({
  name: "emulator export",
  summary: "Write the world of a running emulator into a file, to share it.",
  details:
    "Writes the file that 'slashpass emulator --world' reads: applications with their global commands, guilds, roles, channels, players and installations. The file has neither keys nor secrets nor tokens nor messages, so a team can commit it. Asks before it overwrites a file.",
  options: {
    "--world <file>": "The file, JSON. Default: world.json.",
    ...emulatorOptions,
    "--force": "Overwrite an existing file.",
  },
  examples: {
    "emulator export --world world.json":
      "Save the guilds and players that were created on the emulator's page.",
  },
});
