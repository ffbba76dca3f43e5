import type { WorldInit } from "../../../src/emulator/index.ts";

type Whole<T> = T extends readonly (infer Item)[]
  ? readonly Whole<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]-?: Whole<Exclude<T[Key], undefined>> }
    : T;

export const fullWorld = {
  version: 1,
  applications: [
    {
      id: "10",
      name: "Reef",
      clientSecret: "a-client-secret-of-the-reef",
      botToken: "a-bot-token-of-the-reef",
      privateKey: "0123456789abcdef".repeat(4),
      publicClient: false,
      parentApplication: "11",
      redirectUris: ["http://127.0.0.1/callback"],
      guilds: ["20"],
      integrationTypes: [0, 1],
      players: ["Ada"],
      permissions: "8",
      privilegedIntents: true,
      settings: {
        description: "Under water.",
        tags: ["game"],
        role_connections_verification_url: "https://game.example/link",
        custom_install_url: "https://game.example/add",
        install_params: { scopes: ["bot"], permissions: "8" },
        integration_types_config: {
          0: { oauth2_install_params: { scopes: ["bot"], permissions: "8" } },
          1: { oauth2_install_params: null },
        },
        event_webhooks_status: 2,
        event_webhooks_types: ["APPLICATION_DEAUTHORIZED"],
        explicit_content_filter: 1,
        max_participants: 4,
        role_connections_metadata: [
          {
            type: 2,
            key: "level",
            name: "Level",
            name_localizations: null,
            description: "Has it",
            description_localizations: null,
          },
        ],
      },
      activities: true,
      activity: { mappings: [{ prefix: "/", target: "127.0.0.1:5173" }], csp: false },
      discoverable: true,
      commands: [{ name: "wave", description: "Wave." }],
      entitlements: [
        {
          id: "70",
          player: "Ada",
          guild: "20",
          sku: "71",
          startsAt: "2026-11-22T07:42:00.000Z",
          endsAt: "2026-12-22T07:42:00.000Z",
          consumed: true,
          deleted: true,
        },
      ],
      skus: [{ id: "71", name: "Pearl", type: 2, price: { amount: 499, currency: "usd" }, forGuilds: true }],
      quest: { id: "80", url: "https://example.com/quest", enrolled: ["Ada"] },
      lobbies: [{ id: "60", members: ["Grace"] }],
    },
  ],
  players: [
    "Grace",
    { id: "30", name: "Ada", username: "ada", locale: "de", adult: false, friends: ["Grace"] },
  ],
  guilds: [
    {
      id: "20",
      name: "Cove",
      locale: "fr",
      banner: "hash",
      owner: "Ada",
      permissions: "1024",
      roles: [{ id: "21", name: "Diver", permissions: "8", mentionable: true }],
      channels: [
        {
          id: "22",
          name: "thread",
          type: 11,
          nsfw: true,
          parent: "general",
          members: ["Grace"],
          connectedBots: ["10"],
          messages: [{ id: "90", author: "Grace", content: "Who dives?" }],
        },
        { name: "general" } as Whole<
          NonNullable<NonNullable<WorldInit["guilds"]>[number]["channels"]>[number]
        >,
      ],
      members: [{ player: "Grace", nick: "G", roles: ["Diver"] }],
    },
  ],
} as const satisfies Whole<WorldInit>;
