// Parses and validates gateway dispatches. Any gateway library works; with discord.js, `listen` is just client.on("raw",
// onDispatch). This example connects a plain WebSocket to the emulator.
import { WebSocket } from "ws";
import { createMemberRequestGate, isClientError, parseGatewayEvent } from "slashpass/events";
import { emulator } from "./setting.js";

const gate = createMemberRequestGate();

/** @param {unknown} dispatch - a payload with `t` and `d`. */
function onDispatch(dispatch) {
  try {
    const event = parseGatewayEvent(dispatch);
    if (event.t === "ENTITLEMENT_CREATE") console.log("bought:", event.d.sku_id);
    if (event.t === "SUBSCRIPTION_UPDATE") console.log("subscription is now in status", event.d.status);
    if (event.t === "RATE_LIMITED") gate.adopt(event.d);
    if (event.t === "unknown") console.log("not handled:", event.name);
  } catch (error) {
    // Discord has changed this event; other events still work.
    console.log(isClientError(error) ? error.message : "something else");
  }
}

/** @param {() => void} whenReady */
function listen(whenReady) {
  const socket = new WebSocket(`${emulator.webBase.replace(/^http/, "ws")}/gateway?v=10&encoding=json`);
  const properties = { os: "linux", browser: "slashpass", device: "slashpass" };
  const identify = { op: 2, d: { token: emulator.application.botToken, intents: 1, properties } };
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(typeof data === "string" ? data : "{}");
    if (message.op === 10) socket.send(JSON.stringify(identify));
    if (message.op === 0) onDispatch(message);
    if (message.t === "READY") whenReady();
    if (message.t === "SUBSCRIPTION_UPDATE") void emulator.close();
  });
}

listen(() => {
  const { shop } = emulator;
  shop.buy({ player: "Ada", sku: "1100000000000000001" });
  shop.cancel(shop.subscribe({ player: "Ada", sku: "1100000000000000002" }).id);

  // A guild's full member list may be requested once per 30 seconds, so the second request has to wait.
  const guildId = "1200000000000000001";
  console.log("all members, now:", gate.take(guildId) === 0, "and again:", gate.take(guildId) === 0);
  onDispatch({ t: "GUILD_MEMBER_REMOVE", d: { guild_id: guildId, user: null } });
});
