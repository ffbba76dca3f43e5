import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  activityLink,
  readActivityLink,
  fetchActivityInstance,
  verifyParticipant,
  exchangeActivityCode,
} from "../../../src/interactions/index.ts";
import { ErrorType } from "../../../src/core/errors.ts";
import { recordingFetch } from "../../setup/interactions/service.ts";
import { TokenServiceInMemory } from "../../setup/token-service.ts";
import { inspect } from "node:util";
import { findSecret } from "../../setup/find-secret.ts";

describe("an Activity link", () => {
  const applicationId = "1400000000000000001";

  it("builds a link to the Activity with both ids", () => {
    expect(activityLink({ applicationId })).toBe("https://discord.com/activities/1400000000000000001");
    expect(activityLink({ applicationId, referrerId: 5n, customId: "room 1&2" })).toBe(
      "https://discord.com/activities/1400000000000000001?referrer_id=5&custom_id=room+1%262",
    );
    expect(activityLink({ applicationId, webBase: "http://127.0.0.1:8181" })).toMatch(
      /^http:\/\/127\.0\.0\.1/,
    );
  });

  it.each([
    [{}, "invalid_id", "options.applicationId"],
    [{ applicationId, referrerId: "Ada" }, "invalid_id", "options.referrerId"],
    [{ applicationId, customId: "" }, "invalid_argument", "options.customId"],
    [{ applicationId, customId: "x".repeat(65) }, "invalid_argument", "options.customId"],
    [{ applicationId, customId: "\uD800" }, "invalid_argument", "options.customId"],
    [{ applicationId, webBase: "discord" }, "invalid_base_url", "webBase"],
    [{ applicationId, custom_id: "a" }, "unknown_option", "options.custom_id"],
  ])("rejects %j", (options, code, fragment) => {
    expect(() => activityLink(options as never)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(fragment) }),
    );
  });

  it("reads the ids from the link, the page's query and the page request", () => {
    const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 64 });
    const customIds = text.filter((one) => Array.from(one).length <= 64);
    fc.assert(
      fc.property(customIds, fc.bigInt(1n, 2n ** 64n - 1n), (customId, id) => {
        const link = activityLink({ applicationId, referrerId: id, customId });
        const query = new URL(link).search;
        for (const address of [link, query, query.slice(1), `/${query}`, `${link}#top`]) {
          expect(readActivityLink(address)).toEqual({ referrerId: String(id), customId });
        }
      }),
    );
  });

  it.each([
    ["", {}],
    ["/", {}],
    ["?instance_id=i-5", {}],
    ["?referrer_id=&custom_id=", {}],
    ["?referrer_id=Ada&custom_id=room", { customId: "room" }],
    [`?custom_id=${"🎲".repeat(64)}`, { customId: "🎲".repeat(64) }],
    [`?custom_id=${"🎲".repeat(65)}`, {}],
    ["?custom_id=", {}],
    ["?referrer_id=0", {}],
    ["?referrer_id=99999999999999999999", {}],
    [`?referrer_id=5&custom_id=${"x".repeat(65)}`, { referrerId: "5" }],
    ["?custom_id=a&custom_id=b", { customId: "a" }],
  ])("ignores invalid values: %j", (address, carried) => {
    expect(readActivityLink(address)).toEqual(carried);
  });

  it("rejects an address that is not a string", () => {
    expect(() => readActivityLink(5 as never)).toThrow(expect.objectContaining({ code: "invalid_argument" }));
  });
});

const location = { id: "gc-8-9", kind: "gc", channel_id: "9", guild_id: "8" };
const instance = { application_id: "5", instance_id: "i-1", launch_id: "6", users: ["7", "77"], location };

describe("verifyParticipant", () => {
  const options = {
    applicationId: "5",
    credential: { botToken: "token-of-the-bot" },
    instanceId: "i-1",
    userId: "7",
  };
  const answering = (answer: () => Response) => recordingFetch(answer);
  const verify = ({ fetch }: ReturnType<typeof answering>, more: object = {}) =>
    verifyParticipant({ ...options, fetch, ...more });

  test.each([
    ["with a string id", {}],
    ["with a bigint id", { userId: 77n }],
    ["with the location reported by the page", { locationId: location.id }],
  ])("returns the instance for a participant %s", async (_, more) => {
    const exchange = answering(() => Response.json(instance));
    expect(await verify(exchange, more)).toEqual(instance);
    expect(exchange.calls).toMatchObject([{ method: "GET", path: "/applications/5/activity-instances/i-1" }]);
  });

  test.each([
    ["who is not in the instance", { userId: "70" }, "not_participant"],
    ["whose id is part of another player's", { userId: "777" }, "not_participant"],
    ["whose page reports another location", { locationId: "gc-8-10" }, "wrong_location"],
    ["whose location the service does not report", { locationId: location.id }, "wrong_location", {}],
  ])("rejects a player %s", async (_, more, code, reported: object = { location }) => {
    const exchange = answering(() => Response.json({ ...instance, location: undefined, ...reported }));
    await expect(verify(exchange, more)).rejects.toMatchObject({ type: ErrorType.AuthorizationFailed, code });
  });

  test("rejects if the instance does not exist or has ended", async () => {
    const exchange = answering(() => Response.json({ message: "404: Not Found", code: 0 }, { status: 404 }));
    await expect(verify(exchange)).rejects.toMatchObject({
      type: ErrorType.AuthorizationFailed,
      code: "instance_ended",
    });
  });

  test.each<[string, () => Response, string]>([
    ["a service error", () => Response.json({}, { status: 400 }), "http_error"],
    ["a wrong bot token", () => Response.json({}, { status: 401 }), "unauthorized"],
    ["a wrong application", () => Response.json({ code: 10002 }, { status: 404 }), "unknown_application"],
    [
      "a response for another instance",
      () => Response.json({ ...instance, instance_id: "i-2" }),
      "invalid_response",
    ],
    ["an empty response", () => Response.json({}), "invalid_response"],
  ])("does not report %s as an authorization failure", async (_, answer, code) => {
    const error = await verify(answering(answer)).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code });
    expect(error).not.toMatchObject({ type: ErrorType.AuthorizationFailed });
  });

  test.each([
    ["options.instanceId", { instanceId: "" }],
    ["options.userId", { userId: 7 }],
    ["options.locationId", { locationId: "" }],
    ["options.applicationId", { applicationId: "" }],
    ["options.credential", { credential: {} }],
    ["options.user", { user: "7" }],
  ])("rejects an invalid %s without sending a request", async (name, wrong) => {
    const exchange = answering(() => Response.json(instance));
    await expect(verify(exchange, wrong)).rejects.toThrow(name);
    expect(exchange.calls).toEqual([]);
  });

  test.each(["..", ".", "\ud800", "i-\udc00"])(
    "rejects the instance id %j by name and does not send the bot token",
    async (instanceId) => {
      const exchange = answering(() => Response.json(instance));
      const refusal = {
        type: ErrorType.ValidationError,
        code: "invalid_argument",
        message: expect.stringContaining("instanceId"),
      };
      await expect(verify(exchange, { instanceId })).rejects.toMatchObject(refusal);
      const { credential, applicationId } = options;
      await expect(
        fetchActivityInstance(instanceId, { credential, applicationId, fetch: exchange.fetch }),
      ).rejects.toMatchObject(refusal);
      expect(exchange.calls).toEqual([]);
    },
  );
});

describe("fetchActivityInstance", () => {
  const access = { applicationId: "5", credential: { botToken: "token-of-the-bot" } };

  test.each([
    [{}, "/applications/5"],
    [{ apiBase: "http://127.0.0.1:1/api" }, "http://127.0.0.1:1/api/applications/5"],
  ])("fetches an instance with %j, even if its id has special characters", async (base, path) => {
    const { calls, fetch } = recordingFetch(() => Response.json(instance));
    expect(await fetchActivityInstance("i/1", { ...access, ...base, fetch })).toEqual(instance);
    expect(calls).toMatchObject([{ method: "GET", path: `${path}/activity-instances/i%2F1` }]);
  });

  test.each([null, [], {}, { ...instance, instance_id: 5 }, { ...instance, users: {} }])(
    "rejects %j as an instance",
    async (value) => {
      const { fetch } = recordingFetch(() => Response.json(value));
      await expect(fetchActivityInstance("i-1", { ...access, fetch })).rejects.toMatchObject({
        code: "invalid_response",
      });
    },
  );

  test("rejects if the instance is not running or the signal is aborted", async () => {
    const { fetch } = recordingFetch(() => Response.json({ code: 0, message: "Not Found" }, { status: 404 }));
    await expect(fetchActivityInstance("i-1", { ...access, fetch })).rejects.toMatchObject({
      code: "not_found",
    });
    const signal = AbortSignal.abort();
    await expect(fetchActivityInstance("i-1", { ...access, fetch, signal })).rejects.toMatchObject({
      code: "aborted",
    });
  });

  test.each<[unknown, object, string]>([
    ["", access, "instanceId"],
    [5, access, "instanceId"],
    ["x".repeat(201), access, "instanceId"],
    ["i-1", { ...access, applicationId: 5 }, "options.applicationId"],
    ["i-1", { ...access, token: "x" }, "options.token"],
  ])("rejects the instance id %j with the options %j without sending a request", async (id, wrong, name) => {
    const { calls, fetch } = recordingFetch();
    await expect(fetchActivityInstance(id as string, { fetch, ...wrong } as never)).rejects.toThrow(name);
    expect(calls).toEqual([]);
  });
});

describe("exchangeActivityCode", () => {
  const player = "100000000000000003";
  const clientSecret = "secret+of/the&server=";
  const options = { applicationId: "5", clientSecret, code: player };

  test("reads the options synchronously so that later changes have no effect", async () => {
    const service = new TokenServiceInMemory();
    const given = { ...options, fetch: service.fetch };
    const exchanged = exchangeActivityCode(given);
    given.code = "another";
    await exchanged;
    expect(service.requests[0]).toMatchObject({ code: "100000000000000003" });
  });

  test.each([
    ["applicationId", { applicationId: 5 }],
    ["clientSecret", { clientSecret: "" }],
    ["code", { code: undefined }],
    ["codeVerifier", { codeVerifier: "" }],
    ["redirectUri", { redirectUri: "https://127.0.0.1" }],
  ])("rejects an invalid %s without sending a request", async (name, wrong) => {
    const service = new TokenServiceInMemory();
    const exchanged = exchangeActivityCode({ ...options, fetch: service.fetch, ...wrong } as never);
    await expect(exchanged).rejects.toThrow(`options.${name}`);
    expect(service.requests).toEqual([]);
  });

  describe("the exchange", () => {
    test("exchanges a code with the secret but no redirect URI and fetches the player", async () => {
      const service = new TokenServiceInMemory();
      service.givesIdTokens = false;
      const found = await exchangeActivityCode({ ...options, fetch: service.fetch });
      expect(found).toMatchObject({
        player,
        tokens: { accessToken: "access-0-1", refreshToken: "refresh-0-1" },
      });
      const authorization = `Basic ${btoa(`5:${encodeURIComponent(clientSecret)}`)}`;
      expect(service.requests).toEqual([
        { path: "/oauth2/token", authorization, grant_type: "authorization_code", code: player },
        { path: "/users/@me", authorization: "Bearer access-0-1" },
      ]);
    });

    test("sends a code verifier and identifies the player with an ID token instead of a second request", async () => {
      const service = new TokenServiceInMemory();
      const { fetch } = service;
      expect(await exchangeActivityCode({ ...options, codeVerifier: "made-up", fetch })).toMatchObject({
        player,
      });
      expect(service.requests).toMatchObject([{ code_verifier: "made-up" }]);
    });

    test("hides the tokens in JSON and printed output", async () => {
      const { fetch } = new TokenServiceInMemory();
      const found = await exchangeActivityCode({ ...options, fetch });
      const printed = [
        JSON.stringify(found),
        inspect(found, { depth: 9, showHidden: true, getters: true }),
      ].join();
      for (const secret of ["access-0-1", "refresh-0-1"]) expect(findSecret(printed, secret)).toEqual([]);
    });

    test.each([
      [
        "a used code or another application's code",
        { error: "invalid_grant" },
        "invalid_grant",
        "already used",
      ],
      [
        "an application without a redirect URI",
        { error: "invalid_request", error_description: 'Missing "redirect_uri" in request.' },
        "invalid_request",
        "register any redirect URI",
      ],
      ["a wrong secret", { error: "invalid_client" }, "invalid_client", "clientSecret"],
    ])("rejects %s with a hint", async (_, body, code, hint) => {
      const service = new TokenServiceInMemory();
      service.next.push(() => Response.json(body, { status: 400 }));
      await expect(exchangeActivityCode({ ...options, fetch: service.fetch })).rejects.toMatchObject({
        code,
        hint: expect.stringContaining(hint),
      });
      expect(service.requests).toHaveLength(1);
    });

    test("masks the code, verifier, secret and token if the service quotes them in an error", async () => {
      const verifier = "verifier-of-the-page";
      const service = new TokenServiceInMemory();
      service.givesIdTokens = false;
      const { next, fetch } = service;
      next.push(() =>
        Response.json({ error_description: `${player} ${verifier} ${clientSecret}` }, { status: 400 }),
      );
      const exchange = () =>
        exchangeActivityCode({ ...options, codeVerifier: verifier, fetch }).catch((error: unknown) => error);
      const first = await exchange();
      next.push(
        () => Response.json({ access_token: "access-of-ada", token_type: "Bearer" }),
        () => Response.json({ message: "access-of-ada" }, { status: 401 }),
      );
      const second = await exchange();
      expect(second).toMatchObject({ hint: expect.stringContaining("identify") });
      const printed = inspect([first, second], { depth: 9, showHidden: true });
      for (const secret of [player, verifier, clientSecret, "access-of-ada"])
        expect(findSecret(printed, secret)).toEqual([]);
    });
  });
});
