import { canShowBrowser, type Surrounding, surroundingNames } from "../../sign-in/browser/environment.ts";
import type { CheckContext } from "./context.ts";
import { finding, type Finding } from "./finding.ts";
import { unknownBrowser } from "./machine.ts";

const otherDevice =
  "The player can sign in on another device: in a game with onPrompt of signIn, here with slashpass login --device.";

/** Whether the player's browser can be shown here. Opens none. */
export async function checkBrowser({ machine }: CheckContext, signal: AbortSignal): Promise<Finding> {
  const surroundings = machine.surroundings();
  if (!canShowBrowser(surroundings)) {
    const inTheWay =
      surroundings.find((name) => name === "no-display" || name === "game-mode") ?? "no-display";
    return finding("warning", sentenceOf(inTheWay), otherDevice);
  }
  if (surroundings.includes("ssh")) {
    return finding(
      "warning",
      sentenceOf("ssh"),
      `${otherDevice} A game that passes onManualRedirect lets the player paste the address.`,
    );
  }
  const browser = await machine.defaultBrowser(signal);
  if (browser === unknownBrowser) {
    return finding("not-checked", "xdg-settings, which knows the default browser, is not installed.");
  }
  if (browser !== undefined) return finding("ok", `The default browser is ${browser}.`);
  return finding(
    "warning",
    "No default browser is set.",
    "Set one in the settings of the desktop, or with xdg-settings set default-web-browser.",
  );
}

function sentenceOf(name: Surrounding): string {
  const words = surroundingNames[name];
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
