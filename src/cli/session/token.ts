import { type Call, type Outcome, runCommand } from "../frame/run-command.ts";
import { misunderstood } from "../frame/failure.ts";
import type { token } from "./definitions.ts";
import { freshToken } from "./open-client.ts";
import { variables } from "../frame/variables.ts";

type TokenCall = Call<typeof token.options, typeof token.arguments>;

export async function run(call: TokenCall): Promise<Outcome> {
  const { options, terminal, env, cwd, signal } = call;
  const { command } = call.arguments;
  refuseConfusion(call);
  const { accessToken, ...rest } = await freshToken(call);
  if (!options.exec) {
    terminal.print(accessToken);
    return { result: { accessToken, ...rest } };
  }
  return {
    result: rest,
    lasting: () =>
      runCommand(command, { env: { ...env, [variables.accessToken]: accessToken }, cwd, signal }),
  };
}

function refuseConfusion({ options: { exec, print }, arguments: { command }, terminal }: TokenCall): void {
  if (exec && print)
    throw misunderstood("--exec and --print cannot be used together.", "Specify only one of them.");
  if (exec && command.length === 0)
    throw misunderstood("--exec needs a program.", "Put it after --: slashpass token --exec -- node tool.js");
  if (!exec && command.length > 0)
    throw misunderstood("A program runs only with --exec.", "slashpass token --exec -- node tool.js");
  if (!exec && !print && terminal.isSeen) {
    throw misunderstood(
      "The token was not printed, because it would be visible on this terminal and in its log.",
      "Run a program with it: slashpass token --exec -- node tool.js. Or print it anyway with --print.",
      "token_would_be_seen",
    );
  }
}
