import { define } from "../frame/define.ts";

export const definition = define({
  name: "verify",
  summary: "Find out why checks of signatures fail at an endpoint.",
  details:
    'Sends an interactions endpoint what the service sends it, with right and with wrong signatures, and says of each answer what the service would make of it. It signs with the key of \'slashpass emulator\', or with that of --key: the endpoint has to have the public half, which is printed.\n\nThe file of --interaction holds an interaction, which is signed; or a request as it was recorded, { "headers": { … }, "body": "…" }, which is sent again byte for byte where no --key signs it anew. Its signature is checked with SLASHPASS_PUBLIC_KEY, where that is set.',
  arguments: {},
  options: {
    endpoint: { flags: "--endpoint <url>", summary: "Where interactions go." },
    interaction: { flags: "--interaction <file>", summary: "Send this one too." },
    key: { flags: "--key <file>", summary: "Sign with this test key, which --make-key has made." },
    makeKey: { flags: "--make-key <file>", summary: "Make a test key, and print its public half." },
  },
  examples: [
    { line: "verify --endpoint http://127.0.0.1:3000/", meaning: "Try an endpoint with the emulator's key." },
    { line: "verify --make-key test.key", meaning: "Make a key of your own for it." },
    {
      line: "verify --endpoint http://127.0.0.1:3000/ --interaction it.json",
      meaning: "Send an interaction again.",
    },
  ],
});
