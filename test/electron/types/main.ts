// A main process with Electron's own types.
import { app, BrowserWindow, net } from "electron";
import { Client } from "slashpass";
import { safeStorageTokenStore, setUpSlashpass, type SlashpassState } from "slashpass/electron";

let window: BrowserWindow | undefined;
const account = setUpSlashpass({
  applicationId: "123456789012345678",
  scopes: ["openid", "identify"],
  customSchemeParam: "com.example.game",
  fetch: (url, init) => net.fetch(url, init),
});
account.handle("score", async (token, level) => {
  if (typeof level !== "number") throw new TypeError("level must be a number");
  return { level, size: token.length };
});
account.subscribe(({ status, player }) => window?.setTitle(player?.name ?? status));

export const client: Client = new Client({
  store: safeStorageTokenStore({ directory: app.getPath("userData") }),
});

await app.whenReady();
window = new BrowserWindow();
await window.loadFile("index.html");

/** Each status has its own fields. */
export function describe(state: SlashpassState): string {
  switch (state.status) {
    case "restoring":
    case "signed-out":
      return state.problem?.text ?? "";
    case "signing-in":
      return state.prompt?.code ?? "";
    case "signed-in":
      return state.player?.avatar ?? "";
  }
}
