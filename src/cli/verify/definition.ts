import { define } from "../frame/definition.ts";

export const definition = define({
  name: "verify",
  summary: "Find the reason for failed signature checks at an endpoint.",
  details:
    'Sends an interactions endpoint the requests that the service sends, with right and with wrong signatures, and shows what the service would do with each answer. It signs with the key of \'slashpass emulator\', or with that of --key: the endpoint must use the matching public key, which is printed.\n\nThe file of --interaction holds an interaction, which is signed; or a recorded request, { "headers": { … }, "body": "…" }, which is sent again byte for byte, unless --key signs it again. Its signature is checked with SLASHPASS_PUBLIC_KEY, if that is set.',
  options: {
    "--endpoint <url>": "The URL to which interactions are sent.",
    "--interaction <file>": "A file with an interaction to send too.",
    "--key <file>": "Sign with this test key, a file that --make-key wrote.",
    "--make-key <file>": "Create a test key, and print its public key.",
  },
  examples: {
    "verify --endpoint http://127.0.0.1:3000/": "Test an endpoint with the emulator's key.",
    "verify --make-key test.key": "Create your own key for it.",
    "verify --endpoint http://127.0.0.1:3000/ --interaction it.json": "Send an interaction again.",
  },
});
