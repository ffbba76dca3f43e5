import { expect, it } from "vitest";
import { desktopClientPlaces } from "../../../../src/sign-in/desktop-client/places.ts";

it("lists ten sockets in every possible directory of every package format", () => {
  const env = { XDG_RUNTIME_DIR: "/run/user/1000", TMPDIR: "/var/tmp", TMP: "/tmp", TEMP: "relative" };
  const places = desktopClientPlaces({ platform: "linux", env });
  expect(places).toHaveLength(3 * 4 * 10);
  expect(places.filter((place) => place.endsWith("-0"))).toEqual([
    "/run/user/1000/discord-ipc-0",
    "/run/user/1000/snap.discord/discord-ipc-0",
    "/run/user/1000/app/com.discordapp.Discord/discord-ipc-0",
    "/run/user/1000/app/com.discordapp.DiscordCanary/discord-ipc-0",
    "/var/tmp/discord-ipc-0",
    "/var/tmp/snap.discord/discord-ipc-0",
    "/var/tmp/app/com.discordapp.Discord/discord-ipc-0",
    "/var/tmp/app/com.discordapp.DiscordCanary/discord-ipc-0",
    "/tmp/discord-ipc-0",
    "/tmp/snap.discord/discord-ipc-0",
    "/tmp/app/com.discordapp.Discord/discord-ipc-0",
    "/tmp/app/com.discordapp.DiscordCanary/discord-ipc-0",
  ]);
  expect(places.slice(0, 10)).toEqual(
    Array.from({ length: 10 }, (_, index) => `/run/user/1000/discord-ipc-${index}`),
  );
});

it("uses /tmp without any variable", () => {
  expect(desktopClientPlaces({ platform: "darwin", env: {} })[0]).toBe("/tmp/discord-ipc-0");
});

it("lists TMPDIR first on macOS, where it belongs to the user", () => {
  const env = { TMPDIR: "/var/folders/x/T/" };
  expect(desktopClientPlaces({ platform: "darwin", env })[0]).toBe("/var/folders/x/T/discord-ipc-0");
});

it("lists ten pipes on Windows, regardless of variables", () => {
  expect(desktopClientPlaces({ platform: "win32", env: { TEMP: "C:\\Temp" } })).toEqual(
    Array.from({ length: 10 }, (_, index) => `\\\\?\\pipe\\discord-ipc-${index}`),
  );
});
