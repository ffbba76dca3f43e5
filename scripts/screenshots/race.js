// The Activity used in the screenshots: a page with a minimal implementation of the Activity protocol.

/** @param {import("node:http").IncomingMessage} request @param {import("node:http").ServerResponse} response */
export function serveRace(request, response) {
  const isScript = request.url === "/race.mjs";
  response.setHeader("content-type", isScript ? "text/javascript" : "text/html; charset=utf-8");
  response.end(isScript ? script : page);
}

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Reef Rally</title>
<style>
body{margin:0;height:100vh;display:grid;align-content:space-evenly;color:#fff;font:600 1rem system-ui,sans-serif;background:linear-gradient(#0b3a5b,#0a1d3a)}
h1{margin:0;text-align:center;font-size:clamp(1rem,6vw,2.25rem)}
.lane{height:18vh;display:flex;align-items:center;padding:0 8vw;border-block:1px dashed #ffffff40}
.lane::after{content:"";height:10vh;aspect-ratio:2;border-radius:0 60% 60% 0;background:#ff8a65}
.second{padding-inline-start:45vw}
.second::after{background:#7cd992}
</style>
<h1>Reef Rally</h1>
<div class="lane"></div>
<div class="lane second"></div>
<script type="module" src="/race.mjs"></script>
</html>
`;

const script = `
const query = new URLSearchParams(location.search);
const [clientId] = location.hostname.split(".");
const send = (opcode, payload) => parent.postMessage([opcode, payload], "*");
const ask = (cmd, args, evt) => send(1, { cmd, args, evt, nonce: crypto.randomUUID() });
globalThis.ask = ask;
globalThis.heard = [];
addEventListener("message", ({ data: [, payload] }) => {
  heard.push(payload);
  if (payload.evt !== "READY") return;
  ask("SUBSCRIBE", {}, "ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE");
});
send(0, { v: 1, encoding: "json", client_id: clientId, frame_id: query.get("frame_id"), sdk_version: "2.5.0" });
`;
