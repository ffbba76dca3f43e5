import { define } from "../frame/definition.ts";
import { variables } from "../frame/variables.ts";

const emulatorOptions = {
  "--emulator <url>": `The running emulator's web address. Default: ${variables.webBase}.`,
} as const;

export const triggerDefinition = define({
  name: "emulator trigger",
  summary: "Trigger an event in a running emulator, such as a purchase or a fault.",
  details:
    "Events and their fields:\n\n    entitlement.create, subscription.create      player, sku; guild\n    entitlement.delete                           entitlement\n    subscription.cancel, subscription.end        subscription\n    member.add, member.edit                      player; guild, nick, roles\n    member.remove                                player; guild\n    application.deauthorize                      player\n    quest.enroll, quest.complete                 player\n    friend.add, friend.remove                    player, friend\n    presence.ask-to-join                         player\n    presence.join                                secret\n    fault.add     answer, path, method, latencyMs, clockSkewMs,\n                  retryAfterSeconds, times, share\n    fault.end                                    (no fields; ends all faults)\n    time.advance                                 time, such as 16m\n\nFields after the semicolon are optional, as are all fields of fault.add. Specify players by name and everything else by id, and separate roles with commas. The application receives the event at its events endpoint and over the gateway, as it would from the service. With --data, sends any service event that slashpass supports, such as guild.member.add, with the data from a file.",
  arguments: {
    "<event>": "The event.",
    "[field...]": "The event's fields, such as player=Ada.",
  },
  options: {
    "--data <file>": "A JSON file with the event's data in the service's format, instead of fields.",
    "--application <id>": "The application that receives the event. Default: the first one.",
    ...emulatorOptions,
  },
  examples: {
    "emulator trigger entitlement.create player=Ada sku=71": "Create a purchase for Ada.",
    "emulator trigger time.advance time=16m": "Advance the clock past an interaction's lifetime.",
    "emulator trigger fault.add path=/oauth2/token answer=drop": "Drop token requests without a response.",
  },
});

export const exportDefinition = define({
  name: "emulator export",
  summary: "Write a running emulator's world to a file.",
  details:
    "Writes a file for 'slashpass emulator --world' with applications, global commands, guilds, roles, channels, players and installations. Keys, secrets, tokens and messages are omitted, so the file can be committed. Prompts before overwriting a file.",
  options: {
    "--world <file>": "The JSON file to write. Default: world.json.",
    ...emulatorOptions,
    "--force": "Overwrite an existing file.",
  },
  examples: {
    "emulator export --world world.json": "Save the guilds and players created on the emulator's page.",
  },
});
