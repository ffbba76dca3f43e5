import { define } from "../frame/define.ts";
import { schemeOptions } from "./options.ts";

export const registerDefinition = define({
  name: "scheme register",
  summary: "Register the scheme by which players come back, for this user.",
  details:
    "A sign-in that needs the scheme registers it by itself; this is for trying it, and for taking it from another program. No administrator is asked. Doing it again repairs a registration.",
  arguments: {},
  options: {
    ...schemeOptions,
    title: { flags: "--title <text>", summary: "What the browser asks for: the name of the game." },
    replace: { flags: "--replace", summary: "Take the scheme from another program that has it." },
  },
  examples: [
    { line: "scheme register --title Example", meaning: "Register discord-<application id>." },
    {
      line: "scheme register --scheme com.example.game --replace",
      meaning: "Take a scheme of the game's own.",
    },
  ],
});

export const statusDefinition = define({
  name: "scheme status",
  summary: "Show who gets what comes back by the scheme.",
  details: "It ends with 3 unless that is this application, and everything of its registration is in place.",
  arguments: {},
  options: schemeOptions,
  examples: [{ line: "scheme status", meaning: "Show who has discord-<application id>." }],
});

export const unregisterDefinition = define({
  name: "scheme unregister",
  summary: "Remove the registration of the scheme.",
  details: "What another program or application has registered stays, and so does a launch command.",
  arguments: {},
  options: schemeOptions,
  examples: [{ line: "scheme unregister", meaning: "Remove what register, or a sign-in, has written." }],
});
