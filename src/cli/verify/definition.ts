import { define } from "../frame/definition.ts";

export const definition = define({
  name: "verify",
  summary: "Find out why signature checks fail at an endpoint.",
  details:
    'Sends requests like the service\'s to an interactions endpoint, with valid and invalid signatures, and shows how the service would handle each response. Signs with the emulator\'s key or with --key, and prints the matching public key, which the endpoint must use.\n\nThe --interaction file contains an interaction to sign, or a recorded request: { "headers": { … }, "body": "…" }. A recorded request is sent again unchanged, or signed again with --key. If SLASHPASS_PUBLIC_KEY is set, the recorded signature is checked.',
  options: {
    "--endpoint <url>": "The URL of the interactions endpoint.",
    "--interaction <file>": "A file with an additional interaction to send.",
    "--key <file>": "A test key file created with --make-key.",
    "--make-key <file>": "Create a test key, and print its public key.",
  },
  examples: {
    "verify --endpoint http://127.0.0.1:3000/": "Test an endpoint with the emulator's key.",
    "verify --make-key test.key": "Create your own test key.",
    "verify --endpoint http://127.0.0.1:3000/ --interaction it.json": "Send an interaction again.",
  },
});
