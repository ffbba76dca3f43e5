// The game's page in the tests.
import { slashpass } from "../../../src/electron/renderer.ts";

interface Shown {
  textContent: string | null;
}

const page = globalThis as unknown as {
  readonly document: { getElementById(id: string): Shown };
  game: typeof slashpass;
};
page.game = slashpass;
slashpass.subscribe((state) => {
  page.document.getElementById("state").textContent = JSON.stringify(state);
});
