import { exposeSlashpass } from "slashpass/electron/preload";
import { slashpass, SlashpassError } from "slashpass/electron/renderer";

exposeSlashpass();
slashpass.subscribe(({ status, player }) => {
  document.title = player?.name ?? status;
});
export const score: number = await slashpass.invoke<number>("score", 1).catch((error: unknown) => {
  if (error instanceof SlashpassError && error.code === "session_ended") return 0;
  throw error;
});
