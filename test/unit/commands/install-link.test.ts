import { expect, test } from "vitest";
import { installLink } from "../../../src/commands/install-link.ts";

const applicationId = "1234567890123456789";
const base = `https://discord.com/oauth2/authorize?client_id=${applicationId}`;

test.each([
  [{}, `${base}&scope=applications.commands`],
  [{ botPermissions: 0n }, `${base}&scope=bot&permissions=0`],
  [{ botPermissions: 1n << 50n, guildId: 7n }, `${base}&scope=bot&permissions=1125899906842624&guild_id=7`],
  [
    { webBase: "http://127.0.0.1:1" },
    `http://127.0.0.1:1/oauth2/authorize?client_id=${applicationId}&scope=applications.commands`,
  ],
])("includes the application, scope and bot permissions (%#)", (options, link) => {
  expect(installLink({ applicationId, ...options })).toBe(link);
});

test.each([
  [{ applicationId: 5 }, "invalid_id"],
  [{ guildId: "reef" }, "invalid_id"],
  [{ botPermissions: 8 }, "invalid_argument"],
  [{ webBase: "http://discord.com" }, "invalid_base_url"],
  [{ permissions: 8n }, "unknown_option"],
])("rejects invalid options (%#) with the code %s", (options, code) => {
  expect(() => installLink({ applicationId, ...options } as never)).toThrow(
    expect.objectContaining({ type: 6, code }),
  );
});
