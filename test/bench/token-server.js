// A token endpoint that responds immediately. It runs in its own process, so only the client's work is measured.
import { createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import { createServer } from "node:http";

const { privateKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});
const publicKey = createPublicKey(privateKey);
const encode = (/** @type {object} */ part) => Buffer.from(JSON.stringify(part)).toString("base64url");

/** @type {string | undefined} */
let idToken;

/** @param {string} issuer */
function issueIdToken(issuer) {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: issuer, sub: "1", aud: "1234567890123456789", iat: now, exp: now + 3600 };
  const signed = `${encode({ alg: "RS256", typ: "JWT" })}.${encode(claims)}`;
  return `${signed}.${sign("sha256", Buffer.from(signed), privateKey).toString("base64url")}`;
}

const server = createServer((request, response) => {
  const issuer = `http://${request.headers.host}`;
  response.setHeader("content-type", "application/json");
  if (request.url?.startsWith("/.well-known")) {
    response.end(
      JSON.stringify({
        issuer,
        authorization_endpoint: `${issuer}/oauth2/authorize`,
        token_endpoint: `${issuer}/api/oauth2/token`,
        jwks_uri: `${issuer}/api/oauth2/keys`,
      }),
    );
    return;
  }
  if (request.url === "/api/oauth2/keys") {
    response.end(JSON.stringify({ keys: [{ ...publicKey.export({ format: "jwk" }), alg: "RS256" }] }));
    return;
  }
  request.resume().on("end", () => {
    idToken ??= issueIdToken(issuer);
    response.end(
      JSON.stringify({
        access_token: "nCqeSA1X9k7bZ2wR5tY8uI3oP6aD4f",
        refresh_token: "mV0hJ2kL5nB8gT1rE4wQ7yU9iO3pS6",
        id_token: idToken,
        token_type: "Bearer",
        expires_in: 604_800,
        scope: "openid",
      }),
    );
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.(typeof address === "object" ? address?.port : undefined);
});
process.on("disconnect", () => process.exit(0));
