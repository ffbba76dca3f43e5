import { Auth, type AuthConfig } from "@auth/core";
import Discord from "@auth/core/providers/discord";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { needs } from "../../setup/system-parts.ts";
import { Browser, type Choices } from "../setup/browser.ts";
import { listenWith } from "../setup/fetch-handler.ts";
import { openWebsite, type Website } from "../setup/website.ts";

describe("@auth/core", needs("a network namespace"), () => {
  let website: Website;
  const observed: unknown[] = [];
  beforeAll(async () => {
    website = await openWebsite("namespace");
    website.listener = listenWith((request) =>
      new URL(request.url).pathname.startsWith("/auth/")
        ? Auth(request, configure())
        : new Response("Welcome back"),
    );
  });
  afterAll(() => website[Symbol.asyncDispose]());

  /** The provider as documented, given only the application's id and secret. */
  function configure(): AuthConfig {
    const { id: clientId, clientSecret } = website.application;
    return {
      providers: [Discord({ clientId, clientSecret })],
      basePath: "/auth",
      secret: "a secret of the website",
      trustHost: true,
      logger: { error: (error) => void observed.push(error) },
      callbacks: {
        signIn: ({ profile }) => {
          observed.push(profile);
          return true;
        },
      },
    };
  }

  /** Submits the sign-in page and returns the last page and the session. */
  async function visit(choices?: Choices) {
    observed.length = 0;
    const browser = new Browser({ ...choices, home: website.url });
    const page = await browser.submit(await browser.open(`${website.url}auth/signin`));
    const session = await browser.open(`${website.url}auth/session`);
    return { page, session: JSON.parse(session.text) as unknown };
  }

  it("signs a player in with its unmodified Discord provider", async () => {
    const { page, session } = await visit();
    expect(page.url.origin).toBe(new URL(website.url).origin);
    expect(session).toMatchObject({
      user: {
        name: "Ada",
        email: "ada@example.com",
        image: expect.stringMatching(/^https:\/\/cdn\.discordapp\.com\/embed\/avatars\/[0-5]\.png$/),
      },
    });
    expect(observed).toEqual([
      expect.objectContaining({ id: website.emulator.players[0].id, discriminator: "0" }),
    ]);
  });

  it("creates no session for a player who denied the authorization", async () => {
    const { page, session } = await visit({ answer: "deny" });
    expect(session).toBeNull();
    expect(page.url.searchParams.get("error")).not.toBeNull();
    expect(observed).toEqual([expect.objectContaining({ name: "OAuthCallbackError" })]);
  });
});
