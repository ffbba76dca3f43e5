/** What the documents use of a package that is not installed beside these tests; test/clients has the package itself. */
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
