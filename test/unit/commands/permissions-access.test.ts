import { expect, test } from "vitest";
import { CommandsClient, type Fetch, type RequestLimits } from "../../../src/commands/index.ts";
import { FakeService } from "../../setup/commands/fake-service.ts";
import { applicationId, overwrite, ping, withUser } from "../../setup/commands/samples.ts";

const renamed = [{ ...ping, name: "pong", renamedFrom: "ping" }];

/** A service with permissions in this many guilds, listed in pages of 200. */
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

/** No rate limits: the tests do not depend on delays. */
const limits: RequestLimits = { enter: async () => ({ leave: () => undefined }) };
const clientOf = (fetch: Fetch) => new CommandsClient({ applicationId, credential: withUser, fetch, limits });

test("fetches a bot's guilds page by page, and keeps permissions in each", async () => {
  const { service, fetch, pages, id, ids } = serviceWith(250);
  const { permissions } = await clientOf(fetch).global.snapshot();
  expect(pages).toEqual(["first", "1199"]);
  expect(permissions.map((one) => one.guild_id)).toEqual(ids);
  const { report } = await clientOf(fetch).global.sync(renamed, { guildIds: ids.slice(0, 3) });
  expect(report.savedPermissions).toEqual([]);
  const kept = ids.slice(0, 3).map((guild) => service.permissions.get(guild)?.get(id));
  expect(kept).toEqual([[overwrite], [overwrite], [overwrite]]);
});

test("accepts a service that ignores paging", async () => {
  const { fetch, pages } = serviceWith(200, false);
  await clientOf(fetch).global.plan(renamed);
  expect(pages).toEqual(["first", "1199"]);
});

test("fetches no guilds without a rename, and rejects an invalid guild list", async () => {
  const { service, fetch, pages } = serviceWith(1);
  await clientOf(fetch).global.sync([{ ...ping, nsfw: true }]);
  expect(pages).toEqual([]);
  const wrong = new CommandsClient({
    applicationId,
    credential: withUser,
    fetch: async (url, init) =>
      url.includes("/users/@me/guilds") ? new Response('[{"name":"no id"}]') : service.fetch(url, init),
  });
  await expect(wrong.global.plan(renamed)).rejects.toMatchObject({ code: "invalid_response" });
});
