// Signs the player in. The next time the game runs, it restores the session without opening the browser.
import { Client, isClientError } from "slashpass";
import { clientOptions, emulator } from "./setting.js";

const client = new Client(clientOptions);
try {
  const session = await client.signIn({ scopes: Client.GetDefaultCommunicationScopes() });
  const player = await session.user();
  console.log(`Welcome, ${player.name}. You granted: ${session.scopes}`);
} catch (error) {
  if (!isClientError(error)) throw error;
  if (error.code === "access_denied") console.log("Playing as a guest.");
  else console.log(`Sign-in failed. ${error.message} ${error.hint ?? ""}`);
} finally {
  await client.signOut();
  await client.close();
  await emulator.close();
}
