import { DiscordSDK } from "@discord/embedded-app-sdk";
import { greeting } from "./greeting.js";

const clientId = import.meta.env.VITE_DISCORD_CLIENT_ID;
const discordSdk = new DiscordSDK(clientId);
const authenticated = authenticate();

async function show(text) {
  const { user } = await authenticated;
  document.getElementById("status").textContent = `${text}, ${user.global_name}`;
}
show(greeting).catch(({ code, message }) => {
  document.getElementById("status").textContent = `${code}: ${message}`;
});
import.meta.hot?.accept("./greeting.js", (changed) => show(changed.greeting));

async function authenticate() {
  await discordSdk.ready();
  const { code } = await discordSdk.commands.authorize({
    client_id: clientId,
    response_type: "code",
    state: "",
    prompt: "none",
    scope: ["identify", "guilds"],
  });
  const response = await fetch("/api/token", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code }),
  });
  const { access_token } = await response.json();
  return discordSdk.commands.authenticate({ access_token });
}
