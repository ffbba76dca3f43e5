import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { Browser } from "../../../clients/setup/browser.ts";
import { expectEnd, oneLine } from "../../../setup/program/one-line.ts";
import { usePlayer, variablesFor } from "../../../setup/program/player-at-terminal.ts";
import { readObject } from "../../../setup/program/schema.ts";
import { needs } from "../../../setup/system-parts.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";

const player = await usePlayer();
const { emulator } = player;
const neverOpened = () => Promise.reject(new Error("No browser may open."));

const linkIn = (output: string): string | undefined =>
  /^(http\S+authorize\S+)$/m.exec(stripVTControlCharacters(output))?.[1];

/** Opens the printed link as soon as it is complete. */
function onLink(open: (url: string) => unknown) {
  let output = "";
  let isOpened = false;
  return (text: string): void => {
    output += text;
    const link = linkIn(output);
    if (link === undefined || isOpened) return;
    isOpened = true;
    open(link);
  };
}

const openAsAda = (url: string) => void emulator.player("Ada").browser()(url);

/** The last page's address. The program ignores this visit, because it comes from a script. */
async function lastAddress(output: string): Promise<string> {
  return (await new Browser().open(linkIn(output) ?? expect.unreachable())).url.href;
}

describe("slashpass login --no-browser", () => {
  it("prints the link without opening a browser", async () => {
    player.openBrowser = neverOpened;
    const { code, stdout, stderr } = await player.run(["login", "--no-browser"], {
      onOutput: onLink(openAsAda),
    });
    expect([code, stdout]).toEqual([0, "Signed in as Ada.\n"]);
    expect(oneLine(stderr)).toMatch(/^To sign in, open this address in a browser on this machine: http/);
  });

  it("accepts the last page's address from a browser on another machine", async () => {
    player.openBrowser = neverOpened;
    const typed = [async (output: string) => `${await lastAddress(output)}\r`];
    const { code, stdout, stderr } = await player.run(["login", "--no-browser"], { columns: 80, typed });
    expect([code, stdout]).toEqual([0, "Signed in as Ada.\n"]);
    expect(oneLine(stderr)).toContain(
      "The last page there fails to load: copy its address and paste it here.",
    );
  });

  it("prompts again after a wrong address", async () => {
    const wrong = async (output: string) => {
      const address = await lastAddress(output);
      return `wrong\r\u0015${address.replace(/state=[^&]+/, "state=other")}\r\u0015${address}\r`;
    };
    const { code, stderr } = await player.run(["login", "--no-browser"], { columns: 200, typed: [wrong] });
    expect(code).toBe(0);
    expect(stderr).toMatch(/The address must start with http:\/\/127\.0\.0\.1:\d+\/\S*\?/);
    expect(stderr).toContain("This address belongs to another sign-in.");
  });

  it("closes the prompt when a browser on this machine signs in", async () => {
    const setting = { columns: 80, onOutput: onLink(openAsAda) };
    const { code, stdout } = await player.run(["login", "--no-browser"], setting);
    expect([code, stdout]).toEqual([0, "Signed in as Ada.\n"]);
  });

  it("stores nothing after Ctrl-C at the prompt", async () => {
    const { code, stderr } = await player.run(["login", "--no-browser"], { columns: 80, typed: ["\u0003"] });
    expect([code, oneLine(stderr)]).toEqual([130, expect.stringContaining("Interrupted.")]);
    expect((await player.run(["whoami"])).code).toBe(1);
  });
});

describe("slashpass login over SSH", () => {
  const env = { ...variablesFor(emulator), SSH_CONNECTION: "10.0.0.1 50000 10.0.0.2 22" };

  it("accepts a pasted address after opening the browser", async () => {
    player.openBrowser = () => Promise.resolve();
    const typed = [async (output: string) => `${await lastAddress(output)}\r`];
    await expectEnd(player.run(["login"], { columns: 80, env, typed }), 0, "Opening the browser");
  });

  it.each([
    ["without a terminal", { env }],
    ["on the player's machine", { columns: 80 }],
  ])("does not prompt %s", async (_, setting) => {
    const { code, stderr } = await player.run(["login"], setting);
    expect([code, oneLine(stderr)]).toEqual([0, expect.not.stringContaining("paste")]);
  });
});

describe("slashpass login --browser", () => {
  it("opens the link in the specified program", needs("Linux"), async () => {
    player.openBrowser = neverOpened;
    const folder = temporaryFolder();
    const [program, opened] = [join(folder, "my browser"), join(folder, "opened")];
    writeFileSync(
      program,
      `#!/bin/sh\nprintf %s "$1" > '${opened}.part' && mv '${opened}.part' '${opened}'\n`,
    );
    chmodSync(program, 0o755);
    const running = player.run(["login", "--browser", program]);
    await expect.poll(() => readFileSync(opened, "utf8")).toMatch(/^http:\/\/127\.0\.0\.1:/);
    await emulator.player("Ada").browser()(readFileSync(opened, "utf8"));
    const { code, stdout, stderr } = await running;
    expect([code, stdout]).toEqual([0, "Signed in as Ada.\n"]);
    expect(oneLine(stderr)).toContain(`Opening ${program} to sign in.`);
  });

  it("fails immediately if the program cannot be started", needs("Linux"), async () => {
    const { code, stdout } = await player.run(["login", "--json", "--browser", "no-such-browser"]);
    expect([code, readObject(stdout).error]).toEqual([
      2,
      {
        code: "browser_unavailable",
        message: "The browser no-such-browser could not be started.",
        hint: expect.stringContaining("--no-browser"),
      },
    ]);
  });
});

describe("slashpass login", () => {
  it.each([
    [["--no-browser", "--json"], "--no-browser and --json cannot be used together"],
    [["--device", "--json"], "--device and --json cannot be used together"],
    [["--device", "--no-browser"], "--device and --no-browser cannot be used together"],
    [["--device", "--browser", "firefox"], "--device and --browser cannot be used together"],
    [["--browser", ""], "--browser requires a name"],
  ])("rejects %j", async (words, reason) => {
    player.openBrowser = neverOpened;
    const { code, stdout, stderr } = await player.run(["login", ...words]);
    expect([code, oneLine(stdout + stderr)]).toEqual([2, expect.stringContaining(reason)]);
  });
});
