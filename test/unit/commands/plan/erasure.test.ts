import { expect, test, vi, describe } from "vitest";
import { ClientError, ErrorType } from "../../../../src/core/errors.ts";
import {
  describeErasure,
  type PermissionsAccess,
  readErasure,
  refuseLoss,
  restoreAll,
} from "../../../../src/commands/plan/erasure.ts";
import { CommandsClient, type Fetch, type RequestLimits } from "../../../../src/commands/index.ts";
import { FakeService } from "../../../setup/commands/fake-service.ts";
import { applicationId, overwrite, ping, pong, withUser } from "../../../setup/commands/samples.ts";

const allowed = { id: "5", type: 1, permission: true } as const;
const savedIn = (guildId: string) => ({ guildId, commandId: "9", permissions: [allowed] });
const rename = { id: "9", name: "ping", renamedTo: "pong" };

function failure(init: { readonly code: string; readonly retryable?: boolean; readonly type?: ErrorType }) {
  return new ClientError({ type: ErrorType.HTTPError, message: "No.", ...init } as never);
}

/** Returns access to the permissions of command 9 in each guild. Writes call `restore`. */
function accessTo(
  init: Partial<Pick<PermissionsAccess, "guildId" | "canRestore" | "botGuilds">> & {
    readonly restore?: (guildId: string) => Promise<void>;
  } = {},
): PermissionsAccess {
  const { restore = async () => undefined, ...access } = init;
  return {
    guildId: undefined,
    canRestore: true,
    botGuilds: async () => ["7", "8"],
    list: async (guild) => [
      { id: "9", application_id: "1", guild_id: guild, permissions: [allowed] },
      { id: "10", application_id: "1", guild_id: guild, permissions: [allowed] },
    ],
    restore: async ({ guildId }) => restore(guildId),
    ...access,
  };
}

test("reads the permissions that renames would erase, once per known guild", async () => {
  expect(await readErasure([{ ...rename, renamedTo: undefined as never }], accessTo(), {})).toBeUndefined();
  expect(await readErasure([rename], accessTo(), {})).toEqual({
    saved: [savedIn("7"), savedIn("8")],
    read: "bot",
    guilds: 2,
    closed: [],
  });
  expect(await readErasure([rename], accessTo(), { guildIds: ["6", "6"] })).toMatchObject({
    saved: [savedIn("6")],
    read: "given",
    guilds: 1,
  });
  expect(await readErasure([rename], accessTo({ guildId: "5" }), {})).toMatchObject({ read: "guild" });
  const unknown = accessTo({ botGuilds: async () => undefined });
  expect(await readErasure([rename], accessTo(), { guildIds: [] })).toMatchObject({ read: "nowhere" });
  expect(await readErasure([rename], unknown, {})).toEqual({
    saved: [],
    read: "nowhere",
    guilds: 0,
    closed: [],
  });
});

test("stops reading at the first failure other than an inaccessible guild", async () => {
  const list = vi.fn(async () => {
    throw failure({ code: "network_error", retryable: true });
  });
  const access = {
    ...accessTo({ botGuilds: async () => Array.from({ length: 200 }, (_, index) => String(index + 1)) }),
    list,
  };
  await expect(readErasure([rename], access, {})).rejects.toMatchObject({ code: "network_error" });
  expect(list.mock.calls.length).toBeLessThan(200);
});

test("warns about each rename that erases permissions and about permissions that were not read", () => {
  const erasure = { saved: [savedIn("7"), savedIn("8")], read: "guild", guilds: 1, closed: [] } as const;
  const other = { id: "10", name: "help", renamedTo: "info" };
  const [only, ...more] = describeErasure([rename, other, { id: "11", name: "same" }], erasure, false);
  expect(more).toEqual([]);
  expect(only).toMatchObject({ code: "permissions-lost", savedPermissions: erasure.saved });
  expect(only?.message).toContain("(2 overwrites in 2 guilds)");
  const closed = describeErasure(
    [rename],
    { saved: [], read: "bot", guilds: 3, closed: ["7", "8", "9"] },
    true,
  );
  expect(closed[0]?.message).toContain("cannot access guild 7 and 2 more.");
});

test.each([
  ["a refusal", failure({ code: "missing_permissions" }), "permission_loss"],
  ["a temporary failure", failure({ code: "rate_limited", retryable: true }), "rate_limited"],
  ["an abort by the caller", failure({ code: "aborted", type: ErrorType.Aborted }), "aborted"],
])("stops before erasing anything on %s", async (_, error, code) => {
  const access = accessTo({ restore: async () => Promise.reject(error) });
  const erasure = { saved: [savedIn("7")], read: "bot" } as const;
  await expect(refuseLoss(erasure, access, {})).rejects.toMatchObject({ code });
});

test("continues if a guild refuses, but stops on a temporary failure", async () => {
  const pending = [savedIn("7"), savedIn("8")];
  const refusing = accessTo({
    restore: async (guild) => {
      if (guild === "7") throw failure({ code: "missing_permissions" });
    },
  });
  await expect(restoreAll(pending, refusing, {})).rejects.toMatchObject({ code: "missing_permissions" });
  expect(pending).toEqual([savedIn("7")]);
  await restoreAll(pending, refusing, { allowPermissionLoss: true });
  expect(pending).toEqual([savedIn("7")]);
  const down = accessTo({
    restore: async () => Promise.reject(failure({ code: "timeout", retryable: true })),
  });
  await expect(restoreAll(pending, down, { allowPermissionLoss: true })).rejects.toMatchObject({
    code: "timeout",
  });
  await restoreAll(pending, { ...down, canRestore: false }, {});
  expect(pending).toHaveLength(1);
});

describe("permissionsAccess", () => {
  /** A service with permissions in this many guilds, which it lists in pages of 200. */
  function serviceWith(guilds: number, isPaged = true) {
    const service = new FakeService();
    service.seed("global", [ping]);
    const ids = Array.from({ length: guilds }, (_, index) => String(1000 + index));
    const id = service.idOf("ping");
    for (const guild of ids) service.permissions.set(guild, new Map([[id, [overwrite]]]));
    const pages: string[] = [];
    const fetch: typeof service.fetch = async (url, init) => {
      const { pathname, searchParams } = new URL(url);
      if (!pathname.endsWith("/users/@me/guilds")) return service.fetch(url, init);
      pages.push(searchParams.get("after") ?? "first");
      const after = isPaged ? Number(searchParams.get("after") ?? 0) : 0;
      const found = ids.filter((one) => Number(one) > after).slice(0, isPaged ? 200 : undefined);
      return new Response(JSON.stringify(found.map((one) => ({ id: one, name: "Guild" }))));
    };
    return { service, fetch, pages, id, ids };
  }

  /** Disables rate limits so that the tests do not depend on delays. */
  const limits: RequestLimits = { enter: async () => ({ leave: () => undefined }) };
  const clientOf = (fetch: Fetch) =>
    new CommandsClient({ applicationId, credential: withUser, fetch, limits });

  test("fetches a bot's guilds page by page and keeps permissions in each guild", async () => {
    const { service, fetch, pages, id, ids } = serviceWith(250);
    const { permissions } = await clientOf(fetch).global.snapshot();
    expect(pages).toEqual(["first", "1199"]);
    expect(permissions.map((one) => one.guild_id)).toEqual(ids);
    const { report } = await clientOf(fetch).global.sync([pong], { guildIds: ids.slice(0, 3) });
    expect(report.savedPermissions).toEqual([]);
    const kept = ids.slice(0, 3).map((guild) => service.permissions.get(guild)?.get(id));
    expect(kept).toEqual([[overwrite], [overwrite], [overwrite]]);
  });

  test("accepts a service that ignores pagination", async () => {
    const { fetch, pages } = serviceWith(200, false);
    await clientOf(fetch).global.plan([pong]);
    expect(pages).toEqual(["first", "1199"]);
  });

  test("fetches no guilds if no command is renamed and rejects an invalid guild list", async () => {
    const { service, fetch, pages } = serviceWith(1);
    await clientOf(fetch).global.sync([{ ...ping, nsfw: true }]);
    expect(pages).toEqual([]);
    const wrong = new CommandsClient({
      applicationId,
      credential: withUser,
      fetch: async (url, init) =>
        url.includes("/users/@me/guilds") ? new Response('[{"name":"no id"}]') : service.fetch(url, init),
    });
    await expect(wrong.global.plan([pong])).rejects.toMatchObject({ code: "invalid_response" });
  });
});
