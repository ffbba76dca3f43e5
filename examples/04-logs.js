// Prints the library's log and masks secrets in the game's own messages with the same redactor.
import { Client, createRedactor, LoggingSeverity } from "slashpass";
import { clientOptions, emulator } from "./setting.js";

const client = new Client(clientOptions);
client.AddLogCallback(
  (message) => console.log(message.replaceAll(/127\.0\.0\.1:\d+|\d{17,}|\d+ ms/g, "…")),
  LoggingSeverity.Info,
);
await client.signIn({ scopes: "identify" });
await client.signOut();
await client.close();
await emulator.close();

const redactor = createRedactor({ secrets: ["correct horse battery staple"] });
console.log(redactor.redact("The password is correct horse battery staple."));
console.log(
  redactor.redact("GET /?p=correct%20horse%20battery%20staple, Authorization: Bearer abcdefgh12345678"),
);
