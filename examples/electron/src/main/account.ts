// The player's account in an Electron game. The tokens stay in this process; pages receive the state.
import { app } from "electron";
import { setUpSlashpass } from "slashpass/electron";

// "npx slashpass emulator -- npm run dev" sets these variables. A packaged game ignores them.
const env: NodeJS.ProcessEnv = app.isPackaged ? {} : process.env;

export const account = setUpSlashpass({
  applicationId: env["SLASHPASS_APPLICATION_ID"] ?? "1234567890123456789",
  apiBase: env["SLASHPASS_API_BASE"],
  webBase: env["SLASHPASS_WEB_BASE"],
  scopes: "identify",
  // In development, the browser redirects to a local port, because on macOS only a packaged game can have a scheme.
  customSchemeParam: app.isPackaged ? "com.example.game" : undefined,
  // src/preload/index.ts exposes slashpass to the page.
  preload: false,
});
