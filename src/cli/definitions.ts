import { define } from "./frame/definition.ts";
import { worldOptions } from "./emulator/definitions.ts";
import { fileOption, lossOption, settingsOptions } from "./options.ts";

export const init = define({
  name: "init",
  summary: "Create a config, example commands and their handler, or an Electron game.",
  details:
    "Prompts for missing values. The emulator does not require a Discord account. SLASHPASS_APPLICATION_ID, SLASHPASS_GUILD_ID, SLASHPASS_API_BASE and SLASHPASS_WEB_BASE, which the emulator prints, are used as default answers. Files are written after the last prompt and do not contain secrets. If package.json has no 'dev' script, adds one that runs 'slashpass dev'. Prints the next steps as commands.",
  options: {
    "--emulator":
      "Use the emulator's application for development. Default with --yes, unless a variable sets an application.",
    "--application <id>": "The application for development, from the developer portal.",
    "--guild <id>": "A guild for testing commands, where they appear immediately.",
    "--production <id>": "The application that players use.",
    "--format <name>": {
      summary: "The file format: JavaScript with types, JSON with schemas, or TypeScript. Default: mjs.",
      choices: ["mjs", "json", "ts"],
    },
    "--activity": "Also create an Activity for two players, with its server and page.",
    "--electron": "Instead of a config and commands, create an Electron game with sign-in and a test.",
    "--without-commands": "Skip the commands and the handler.",
    "--force": "Overwrite existing files.",
    "-y, --yes": "Skip prompts and omit missing values.",
  },
  examples: {
    init: "Answer a few questions.",
    "init --yes": "Use the emulator without prompts.",
    "init --yes --application 1400000000000000001": "Use your application without prompts.",
    "init --electron --yes": "Create an Electron game; 'npm test' signs a player in with the emulator.",
    "init --activity": "Create an Activity; 'node start.js' runs it in the emulator.",
  },
});

export const dev = define({
  name: "dev",
  summary: "Serve the interactions handler and keep the commands in sync while you edit them.",
  details:
    "Loads the config's handler and sets the environment variables for createInteractionHandler. The handler's default export must be the result of createInteractionHandler or an object with a fetch method. Reloads the handler and the commands when one of their files changes. If a reload fails, prints the error and keeps the last working version. Interactions in progress continue in the previous version.\n\nWithout --public-url, starts an emulator, as 'slashpass emulator' does, and sends its interactions to the handler.\n\nWith --public-url (the address of your running tunnel), uses the config's Discord application. Its commands and interactions endpoint URL are saved in a file next to the config and restored on exit. After a crash, the next run or --restore restores them. Protected environments are not allowed.\n\nRuns until Ctrl-C. With a program after --, runs until that program exits and returns its exit code. With --json, prints the result on one line, then one line per event, as described in slashpass/schemas/dev-event.json.",
  arguments: {
    "[command...]": "After --: a program to run, with the settings in its environment variables.",
  },
  options: {
    ...settingsOptions,
    ...fileOption,
    "--handler <file>": "The handler module. Default: the one in the config.",
    "--public-url <url>": "The endpoint's public URL. Default path: /interactions.",
    "--port <number>":
      "Port on 127.0.0.1 for the emulator or, with --public-url, for the endpoint behind the tunnel. Default: any free port; with --public-url, 3000.",
    "--restore": "Restore the settings after a crash, then exit.",
    "-y, --yes": "Skip the confirmation before --public-url changes the application.",
    ...lossOption,
    ...worldOptions,
  },
  examples: {
    dev: "Test the handler and the commands on the emulator's page while you edit them.",
    "dev --open --world world.json": "Load your own world and open the page in the browser.",
    "dev -- npm test": "Run tests against the handler, then exit.",
    "dev -e development --public-url https://game.example": "Test in Discord, through your tunnel.",
    "dev -e development --restore": "Restore the settings after a crash.",
  },
});

export const doctor = define({
  name: "doctor",
  summary: "Check whether this machine and the service are ready for sign-ins.",
  details:
    "Checks this machine's addon, browser, loopback redirect, scheme, keychain, network, proxy and clock, and the application's redirect URI, \"Public Client\" switch and scopes. Checks whether the desktop client accepts activities. Compares the application with the config's settings and commands. Does not sign in or open a window. If SLASHPASS_BOT_TOKEN is set, reads the application's settings with it. Otherwise, reports some settings as not checked, because Discord shows them only to signed-in players.\n\nThe exit code is 3 if a check failed.",
  options: {
    ...settingsOptions,
    "--application <id>": "The application to check without a config.",
    "--scheme <name>": "The game's own scheme.",
    "--social-sdk <path>":
      "Check only Discord's Social SDK, from its library file or unpacked archive. It is loaded in a separate process.",
    "--emulator": "With --social-sdk: also sign in through the library, using an emulator on this machine.",
    "--packaged-app <folder>": "The packaged Electron app to check. Its addon must be outside the archive.",
  },
  examples: {
    doctor: "Check the config's application.",
    "doctor --application 1400000000000000001": "Check an application without a config.",
    "doctor -e production --json": "Check another application and print JSON.",
    "doctor --scheme com.example.game": "Check a game that uses its own scheme for the redirect.",
    "doctor --social-sdk ./discord_social_sdk --emulator": "Verify a release of the Social SDK.",
    "doctor --packaged-app dist/linux-unpacked": "Also check a packaged Electron app.",
  },
});

export const verify = define({
  name: "verify",
  summary: "Find out why signature checks fail at an endpoint.",
  details:
    'Sends requests like the service\'s to an interactions endpoint, with valid and invalid signatures, and shows how the service would handle each response. Signs with the emulator\'s key or the --key file and prints the matching public key, which the endpoint must use.\n\nThe --interaction file contains an interaction to sign, or a recorded request: { "headers": { … }, "body": "…" }. A recorded request is sent again unchanged, or signed again with --key. If SLASHPASS_PUBLIC_KEY is set, the recorded signature is checked.',
  options: {
    "--endpoint <url>": "The URL of the interactions endpoint.",
    "--interaction <file>": "A file with an additional interaction to send.",
    "--key <file>": "A test key file created with --make-key.",
    "--make-key <file>": "Create a test key and print its public key.",
  },
  examples: {
    "verify --endpoint http://127.0.0.1:3000/": "Test an endpoint with the emulator's key.",
    "verify --make-key test.key": "Create your own test key.",
    "verify --endpoint http://127.0.0.1:3000/ --interaction it.json": "Also send the interaction in a file.",
  },
});

export const completion = define({
  name: "completion",
  summary: "Print a shell script that completes commands and options with the Tab key.",
  details: "The script is static and does not run slashpass. Generate it again after an update.",
  arguments: {
    "<shell>": { summary: "The shell.", choices: ["bash", "zsh", "fish", "powershell"] },
  },
  options: {},
  examples: {
    "completion bash": "For bash: append it to ~/.bashrc.",
    "completion zsh": "For zsh: write it to _slashpass in a folder listed in fpath.",
    "completion fish": "For fish: write it to ~/.config/fish/completions/slashpass.fish.",
    "completion powershell": "For PowerShell: append it to the file $PROFILE.",
  },
});
