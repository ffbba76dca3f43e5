import type { Emulator } from "slashpass/emulator";
import { shown } from "../frame/shown.ts";
import { linesOf, settingsOf } from "./settings.ts";

/** What is shown of an emulator. */
type ShownEmulator = Pick<Emulator, "application" | "apiBase" | "webBase" | "guilds"> & {
  readonly players: readonly { readonly name: string }[];
};

/** Where it serves and what is there, without secrets. */
export function greetingOf(emulator: ShownEmulator, envFile: string | undefined): string {
  const { application, apiBase, webBase, players, guilds } = emulator;
  const guild = guilds.map(({ id, name }) => `${id} (${shown(name)})`)[0] ?? "none";
  return `The service runs on this machine. Ctrl-C ends it. Its page for you, with the
application's secrets and commands: ${webBase}/

  webBase      ${webBase}
  apiBase      ${apiBase}
  application  ${application.id} (${shown(application.name)}, ${application.publicClient ? "a public client" : "with a secret"})
  public key   ${application.publicKey}
  guild        ${guild}
  players      ${players.map(({ name }) => shown(name)).join(", ")}, or any other name${activityOf(emulator)}

${envFile === undefined ? pasteOf(emulator) : `Settings, with the secrets, are in ${envFile}`}
`;
}

/** Nothing where there is none. */
function activityOf({ application }: ShownEmulator): string {
  const root = application.activity?.mappings.find(({ prefix }) => prefix === "/");
  return root
    ? `\n  Activity     ${shown(root.target)}, launched by the entry point command on the page`
    : "";
}

function pasteOf(emulator: ShownEmulator): string {
  const { open, secret } = settingsOf(emulator);
  return `Settings to paste. ${Object.keys(secret).join(" and ")}
are secrets, which --env writes to a file:

${linesOf(open)}`;
}
