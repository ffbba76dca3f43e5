import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { outputOf } from "../../setup/child-process.ts";
import { ownCertificate } from "../../setup/own-certificate.ts";
import { needs } from "../../setup/system-parts.ts";
import { sharedFolder } from "../../setup/temporary-folder.ts";

const script = fileURLToPath(new URL("../../setup/program/behind-proxy.js", import.meta.url));
const list = ["commands", "list", "--json"];
const token = "MTAwMDAwMDAwMDAwMDAwMQ.Gabcde.abcdefghijklmnopqrstuvwxyz0123456789ab";

interface Result {
  readonly status: number;
  readonly output: string;
  readonly connects: readonly string[];
}

const environments = {
  HTTPS_PROXY: { HTTPS_PROXY: "http://PROXY" },
  https_proxy: { https_proxy: "http://PROXY" },
  "only HTTP_PROXY": { HTTP_PROXY: "http://PROXY" },
  "a URL without a scheme": { HTTPS_PROXY: "PROXY" },
  "a password": { HTTPS_PROXY: "http://me:hush-hush@PROXY" },
  "no variable": {},
  NO_PROXY: { HTTPS_PROXY: "http://PROXY", NO_PROXY: "example.com,discord.com" },
  "an untrusted certificate": { HTTPS_PROXY: "http://PROXY", NODE_EXTRA_CA_CERTS: "" },
  "a proxy that is down": { HTTPS_PROXY: "http://me:hush-hush@127.0.0.1:9" },
  "an invalid proxy": { HTTPS_PROXY: "socks5://me:hush-hush@127.0.0.1:9" },
  "an emulator that is down": {
    HTTP_PROXY: "http://PROXY",
    SLASHPASS_API_BASE: "http://127.0.0.1:59999/api",
  },
};

describe("the program behind a proxy", needs("unprivileged namespaces"), () => {
  const results = new Map<string, Result>();

  const folder = sharedFolder();
  beforeAll(async () => {
    const certificate = join(folder, "cert.pem");
    writeFileSync(join(folder, "package.json"), "{}");
    writeFileSync(join(folder, "key.pem"), ownCertificate.key);
    writeFileSync(certificate, ownCertificate.cert);
    const general = {
      SLASHPASS_APPLICATION_ID: "1000000000000000001",
      SLASHPASS_BOT_TOKEN: token,
      NODE_EXTRA_CA_CERTS: certificate,
    };
    const runs = Object.values(environments).map((env) => ({ args: list, env: { ...general, ...env } }));
    const inside = ["--user", "--map-root-user", "--net", process.execPath, script, folder];
    const args = [...inside, JSON.stringify(runs)];
    const printed = await outputOf("unshare", args, { online: true, limitMs: 100_000 });
    const all = JSON.parse(printed) as Result[];
    Object.keys(environments).forEach((name, index) => results.set(name, all[index] as Result));
  });

  it.each(["HTTPS_PROXY", "https_proxy", "only HTTP_PROXY", "a URL without a scheme"])(
    "uses the proxy with %s",
    (name) => {
      expect(results.get(name)).toMatchObject({ status: 0, connects: ["discord.com:443"] });
    },
  );

  it("sends the password to the proxy", () => {
    const basic = `Basic ${Buffer.from("me:hush-hush").toString("base64")}`;
    expect(results.get("a password")).toMatchObject({ status: 0, connects: [`discord.com:443 ${basic}`] });
  });

  it.each(["no variable", "NO_PROXY"])("does not use the proxy with %s", (name) => {
    const { status, output, connects } = results.get(name) as Result;
    expect([status, connects]).toEqual([1, []]);
    expect(output).toContain('"network_error"');
    expect(output).not.toMatch(/proxy/i);
  });

  it("states the cause and the fix if the certificate is not trusted", () => {
    const { status, output, connects } = results.get("an untrusted certificate") as Result;
    expect([status, connects]).toEqual([1, ["discord.com:443"]]);
    expect(output).toContain('"tls_failed"');
    expect(output).toMatch(/DEPTH_ZERO_SELF_SIGNED_CERT[\s\S]*NODE_EXTRA_CA_CERTS/);
    expect(output.includes("--use-system-ca")).toBe(
      process.allowedNodeEnvironmentFlags.has("--use-system-ca"),
    );
  });

  it("names the variable that sets the proxy if the proxy is down", () => {
    const { status, output } = results.get("a proxy that is down") as Result;
    expect(status).toBe(1);
    expect(output).toContain("The request went through the proxy set in HTTPS_PROXY");
  });

  it("rejects a variable whose value is not an HTTP proxy URL", () => {
    const { status, output } = results.get("an invalid proxy") as Result;
    expect([status, output]).toEqual([2, expect.stringContaining('"proxy_invalid"')]);
  });

  it("connects to an emulator on this machine directly", () => {
    expect(results.get("an emulator that is down")).toMatchObject({
      status: 1,
      output: expect.stringMatching(/could not reach http:\/\/127\.0\.0\.1:59999 \(ECONNREFUSED\)/),
      connects: [],
    });
  });

  it("never shows the password", () => {
    const printed = [...results.values()].map(({ output }) => output).join("");
    expect(printed).not.toContain("hush-hush");
  });
});
