import { once } from "node:events";
import { chmodSync, constants, openSync, writeFileSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { outputOf } from "../child-process.ts";

/** Creates a program that simulates the browser and passes the URL to `opened`. It exits even if `opened` is never called. */
export async function createLauncher(
  folder: string,
): Promise<{ launcher: string; opened: () => Promise<string> }> {
  const [pipe, launcher] = [join(folder, "opened"), join(folder, "browser")];
  await outputOf("mkfifo", [pipe]);
  writeFileSync(launcher, `#!/bin/sh\nprintf '%s' "$1" > '${pipe}'\n`);
  chmodSync(launcher, 0o755);
  // A reader that exists from the start keeps writers from blocking.
  const reader = new Socket({ fd: openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK) });
  reader.pause();
  onTestFinished(() => void reader.destroy());
  const opened = async (): Promise<string> => {
    const [address] = (await once(reader.resume(), "data")) as [Buffer];
    // The next URL stays buffered until it is requested.
    reader.pause();
    return address.toString();
  };
  return { launcher, opened };
}
