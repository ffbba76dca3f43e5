/**
 * One of several processes that share a keychain entry. Gets the token at random times and uses it immediately. Prints one line of JSON
 * per event and exits when its standard input ends.
 */
const { library, webBase, applicationId, service } = JSON.parse(process.argv[2] ?? "{}");
const { Client, isClientError, keychainTokenStore } = await import(library);

/** @param {object} event */
const report = (event) => process.stdout.write(`${JSON.stringify(event)}\n`);

let answeredAt = 0;
const keychain = keychainTokenStore({ service });
const store = {
  ...keychain,
  /** @param {string} account @param {string} record */
  async set(account, record) {
    await keychain.set(account, record);
    // If the process is killed before this point, the only copy of the new token is lost.
    report({ type: "refreshed", windowMs: performance.now() - answeredAt });
  },
};
const client = new Client({
  applicationId,
  webBase,
  apiBase: `${webBase}/api`,
  store,
  openBrowser: () => end("lost"),
  /** @param {string} url @param {RequestInit} init */
  fetch: async (url, init) => {
    const headers = new Headers(init.headers);
    headers.set("x-instance", String(process.pid));
    const response = await fetch(url, { ...init, headers });
    answeredAt = performance.now();
    return response;
  },
});

/** @param {string} type @returns {never} */
function end(type, detail = "") {
  report({ type, detail });
  process.exit(0);
}

/** @param {string} token */
async function works(token) {
  const answer = await fetch(`${webBase}/check`, { headers: { authorization: `Bearer ${token}` } });
  return answer.status === 200;
}

process.stdin.on("end", () => process.exit(0)).resume();
try {
  const session = await client.signIn({ scopes: "openid" });
  for (;;) {
    const token = await session.accessToken();
    const worked = await works(token);
    // Another process may have refreshed the token in the meantime.
    if (!worked && !(await works(await session.accessToken({ rejected: token })))) end("refused");
    report({ type: worked ? "used" : "used again" });
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 400));
  }
} catch (error) {
  const lost = isClientError(error) && /** @type {{ code?: string }} */ (error).code === "session_ended";
  end(lost ? "lost" : "failed", String(error));
}
