import { expectTypeOf, test } from "vitest";
import {
  type ChatInputValues,
  ChannelType,
  createEventHandler,
  defineCommand,
  defineComponent,
  defineModal,
  entryPoint,
  type ModalFields,
  type OptionDefinition,
  OptionType,
  type ResolvedRole,
  type ResolvedUser,
  type WireAttachment,
  type WireChannel,
  type WireMember,
  type WireMessage,
  type WireRole,
  type WireUser,
} from "../../src/interactions/index.ts";

const text = { name: "n", description: "d" };

const optionsOfEveryType = <Required extends boolean>(required: Required) =>
  [
    { type: OptionType.String, name: "string", description: "d", required, max_length: 20 },
    { type: OptionType.Integer, name: "integer", description: "d", required, min_value: 1 },
    { type: OptionType.Boolean, name: "boolean", description: "d", required },
    { type: OptionType.User, name: "user", description: "d", required },
    { type: OptionType.Channel, name: "channel", description: "d", required },
    { type: OptionType.Role, name: "role", description: "d", required },
    { type: OptionType.Mentionable, name: "mentionable", description: "d", required },
    { type: OptionType.Number, name: "number", description: "d", required },
    { type: OptionType.Attachment, name: "attachment", description: "d", required },
  ] as const;

test("defines required values of every type", () => {
  defineCommand({
    ...text,
    options: optionsOfEveryType(true),
    handle: (_interaction, values) => {
      expectTypeOf(values).toEqualTypeOf<{
        readonly string: string;
        readonly integer: number;
        readonly boolean: boolean;
        readonly user: ResolvedUser;
        readonly channel: WireChannel;
        readonly role: WireRole;
        readonly mentionable: ResolvedUser | ResolvedRole;
        readonly number: number;
        readonly attachment: WireAttachment;
      }>();
      expectTypeOf(values.user.member).toEqualTypeOf<WireMember | undefined>();
      // The fields distinguish a mentionable's types.
      const { mentionable } = values;
      if (mentionable.role) expectTypeOf(mentionable).toEqualTypeOf<ResolvedRole>();
      else expectTypeOf(mentionable.user).toEqualTypeOf<WireUser>();
    },
  });
});

test("allows optional values of every type to be undefined", () => {
  defineCommand({
    ...text,
    options: optionsOfEveryType(false),
    handle: (interaction, values) => {
      expectTypeOf(values).toEqualTypeOf<{
        readonly string: string | undefined;
        readonly integer: number | undefined;
        readonly boolean: boolean | undefined;
        readonly user: ResolvedUser | undefined;
        readonly channel: WireChannel | undefined;
        readonly role: WireRole | undefined;
        readonly mentionable: ResolvedUser | ResolvedRole | undefined;
        readonly number: number | undefined;
        readonly attachment: WireAttachment | undefined;
      }>();
      // @ts-expect-error -- there is no such option
      void values.other;
      // @ts-expect-error -- the option may be omitted
      return interaction.reply({ content: values.string.trim() });
    },
  });
});

test("treats option type numbers like their names", () => {
  defineCommand({
    ...text,
    options: [
      { type: 3, name: "string", description: "d", required: true },
      { type: 6, name: "user", description: "d" },
    ],
    handle: (_interaction, values) => {
      expectTypeOf(values).toEqualTypeOf<{
        readonly string: string;
        readonly user: ResolvedUser | undefined;
      }>();
    },
  });
});

test("passes no values to a command without options", () => {
  defineCommand({
    ...text,
    handle: (_interaction, values) => {
      // @ts-expect-error -- the object has no fields
      const value: string = values["other"];
      return void value;
    },
  });
});

test("rejects invalid options", () => {
  const define = (...options: readonly OptionDefinition[]) =>
    defineCommand({ ...text, options, handle: () => undefined });
  // @ts-expect-error -- an option requires a description
  define({ type: 3, name: "a" });
  // @ts-expect-error -- an option requires a name
  define({ type: 3, description: "d" });
  // @ts-expect-error -- there is no such type
  define({ type: 99, name: "a", description: "d" });
  // @ts-expect-error -- a string option's choices must be strings
  define({ type: 3, name: "a", description: "d", choices: [{ name: "One", value: 1 }] });
  // @ts-expect-error -- a number option's choices must be numbers
  define({ type: 10, name: "a", description: "d", choices: [{ name: "One", value: "1" }] });
  // @ts-expect-error -- there is no channel type 99
  define({ type: 7, name: "a", description: "d", channel_types: [99] });
  const sub = { type: 1, name: "sub", description: "d" } as const;
  const group = { type: 2, name: "group", description: "d", options: [sub] } as const;
  const plain = { type: 3, name: "plain", description: "d" } as const;
  // @ts-expect-error -- a group cannot contain a group
  define({ type: 2, name: "outer", description: "d", options: [group] });
  // @ts-expect-error -- a subcommand cannot contain a subcommand
  define({ type: 1, name: "outer", description: "d", options: [sub] });
  // @ts-expect-error -- a group can contain only subcommands
  define({ type: 2, name: "outer", description: "d", options: [plain] });
});

test("turns choices into literal unions and narrows a channel by its types", () => {
  defineCommand({
    ...text,
    options: [
      {
        type: OptionType.String,
        name: "tone",
        description: "d",
        required: true,
        choices: [
          { name: "Warm", value: "warm" },
          { name: "Cold", value: "cold" },
        ],
      },
      { type: OptionType.Integer, name: "level", description: "d", choices: [{ name: "One", value: 1 }] },
      { type: OptionType.Number, name: "odds", description: "d", choices: [{ name: "Half", value: 0.5 }] },
      {
        type: OptionType.Channel,
        name: "channel",
        description: "d",
        required: true,
        channel_types: [ChannelType.GuildText, ChannelType.GuildVoice],
      },
    ],
    handle: (_interaction, { tone, level, odds, channel }) => {
      expectTypeOf(tone).toEqualTypeOf<"warm" | "cold">();
      expectTypeOf(level).toEqualTypeOf<1 | undefined>();
      expectTypeOf(odds).toEqualTypeOf<0.5 | undefined>();
      expectTypeOf(channel.type).toEqualTypeOf<0 | 2>();
      // @ts-expect-error -- the value is not one of the choices
      return tone === "hot" ? undefined : undefined;
    },
  });
});

test("turns subcommands and groups into a discriminated union", () => {
  defineCommand({
    ...text,
    options: [
      { type: OptionType.SubCommand, name: "list", description: "d" },
      {
        type: OptionType.SubCommand,
        name: "show",
        description: "d",
        options: [{ type: OptionType.Integer, name: "page", description: "d" }],
      },
      {
        type: OptionType.SubCommandGroup,
        name: "admin",
        description: "d",
        options: [
          {
            type: OptionType.SubCommand,
            name: "ban",
            description: "d",
            options: [{ type: OptionType.User, name: "who", description: "d", required: true }],
          },
          { type: OptionType.SubCommand, name: "list", description: "d" },
        ],
      },
    ],
    handle: (_interaction, { name, options }) => {
      expectTypeOf(name).toEqualTypeOf<"list" | "show" | "admin ban" | "admin list">();
      if (name === "admin ban") expectTypeOf(options.who).toEqualTypeOf<ResolvedUser>();
      if (name === "list") expectTypeOf(options).toEqualTypeOf<Readonly<Record<string, never>>>();
      if (name === "show") expectTypeOf(options.page).toEqualTypeOf<number | undefined>();
      // @ts-expect-error -- not every subcommand has this option
      void options.who;
      // @ts-expect-error -- there is no such subcommand
      return name === "kick" ? undefined : undefined;
    },
  });
});

test("types an autocomplete's input and choices", () => {
  defineCommand({
    ...text,
    options: [
      {
        type: OptionType.String,
        name: "map",
        description: "d",
        required: true,
        autocomplete: (typed) => {
          expectTypeOf(typed).toEqualTypeOf<string>();
          return [{ name: typed, value: typed }];
        },
      },
      {
        type: OptionType.Integer,
        name: "level",
        description: "d",
        autocomplete: async (typed, { options, payload }) => {
          expectTypeOf(typed).toEqualTypeOf<number | undefined>();
          expectTypeOf(options["map"]).toEqualTypeOf<string | number | boolean | undefined>();
          return [{ name: payload.data.name, value: 1 }];
        },
      },
      {
        type: OptionType.Number,
        name: "odds",
        description: "d",
        autocomplete: (typed) => {
          expectTypeOf(typed).toEqualTypeOf<number | undefined>();
          // @ts-expect-error -- incomplete input may not be a number yet
          return [{ name: "Twice", value: typed * 2 }];
        },
      },
    ],
    handle: (_interaction, values) => {
      expectTypeOf(values).toEqualTypeOf<{
        readonly map: string;
        readonly level: number | undefined;
        readonly odds: number | undefined;
      }>();
    },
  });
  defineCommand({
    ...text,
    options: [
      {
        type: OptionType.SubCommand,
        name: "sub",
        description: "d",
        options: [
          {
            type: OptionType.Number,
            name: "n",
            description: "d",
            // @ts-expect-error -- a number option can suggest only numbers
            autocomplete: () => [{ name: "a", value: "a" }],
          },
        ],
      },
    ],
    handle: () => undefined,
  });
});

test("passes context menu commands their target", () => {
  defineCommand({
    type: 2,
    name: "High Five",
    handle: (interaction, target) => {
      expectTypeOf(target).toEqualTypeOf<ResolvedUser>();
      expectTypeOf(interaction.user).toEqualTypeOf<WireUser>();
    },
  });
  defineCommand({
    type: 3,
    name: "Quote",
    handle: (interaction, target) => {
      expectTypeOf(target).toEqualTypeOf<WireMessage>();
      return interaction.reply({ content: target.content });
    },
  });
});

test("rejects fields of other command types", () => {
  const handle = () => undefined;
  // @ts-expect-error -- a slash command requires a description
  defineCommand({ name: "n", handle });
  // @ts-expect-error -- a slash command requires a handler
  defineCommand({ name: "n", description: "d" });
  // @ts-expect-error -- a context menu command has no options
  defineCommand({ type: 2, name: "n", options: [], handle });
  // @ts-expect-error -- a handler must return an answer created by the interaction's methods
  defineCommand({ ...text, handle: () => "hello" });
  // @ts-expect-error -- a command has no message to update
  defineCommand({ ...text, handle: (interaction) => interaction.update({ content: "" }) });
});

test("rejects a handler function for an entry point that the service handles", () => {
  entryPoint({ name: "launch", handler: 2 });
  entryPoint({ name: "launch", handler: 1, handle: (interaction) => interaction.launchActivity() });
  // @ts-expect-error -- the service handles the launch itself
  entryPoint({ name: "launch", handler: 2, handle: () => undefined });
});

test("returns an answer from launchActivity, or a promise of the instance if `withResponse` is set", () => {
  defineCommand({
    type: 4,
    name: "launch",
    handle: async (interaction) => {
      expectTypeOf(interaction.launchActivity()).toEqualTypeOf<{ readonly type: 12 }>();
      const launched = await interaction.launchActivity({ withResponse: true });
      expectTypeOf(launched.instanceId).toEqualTypeOf<string>();
    },
  });
});

test("types the arguments of components and forms", () => {
  defineComponent({
    customId: "vote",
    handle: (interaction, argument) => {
      expectTypeOf(argument).toEqualTypeOf<string>();
      return interaction.update({ content: "" });
    },
  });
  defineModal({
    customId: "report",
    handle: (interaction, fields, argument) => {
      expectTypeOf(fields).toEqualTypeOf<ModalFields>();
      expectTypeOf(argument).toEqualTypeOf<string>();
      // @ts-expect-error -- a form cannot respond with another form
      return interaction.showModal({ custom_id: "", title: "", components: [] });
    },
  });
});

test("types events by name", () => {
  const publicKey = "00".repeat(32);
  createEventHandler({
    publicKey,
    events: {
      APPLICATION_DEAUTHORIZED: ({ user }) => expectTypeOf(user).toEqualTypeOf<WireUser>(),
      ENTITLEMENT_CREATE: async (entitlement) => expectTypeOf(entitlement.sku_id).toEqualTypeOf<string>(),
    },
  });
  // @ts-expect-error -- there is no such event
  createEventHandler({ publicKey, events: { NOTHING: () => undefined } });
});

test("leaves the values of options known only at run time untyped", () => {
  expectTypeOf<ChatInputValues<readonly OptionDefinition[]>>().toEqualTypeOf<
    Readonly<Record<string, unknown>>
  >();
});
