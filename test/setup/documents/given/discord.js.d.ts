/** The parts of discord.js that the documents use. It is not installed for these tests; test/clients uses the real package. */
declare module "discord.js" {
  export class Client {
    constructor(options: { readonly intents: readonly number[]; readonly rest?: { readonly api: string } });
    on(
      event: "interactionCreate",
      listener: (interaction: { reply(content: string): unknown }) => unknown,
    ): this;
    login(token: string): Promise<string>;
  }
}
