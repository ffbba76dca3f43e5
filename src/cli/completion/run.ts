import type { Call, Outcome } from "../frame/run-command.ts";
import type { ProgramShape } from "../frame/command-line.ts";
import { bashScript, zshScript, fishScript, powershellScript } from "./scripts.ts";
import type { completion } from "../definitions.ts";
import { stepsOf } from "./steps.ts";

type CompletionCall = Call<typeof completion.options, typeof completion.arguments>;

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript, powershell: powershellScript };

export function forProgram(shape: ProgramShape) {
  return {
    run({ arguments: { shell }, terminal }: CompletionCall): Promise<Outcome> {
      const script = scripts[shell as keyof typeof scripts](stepsOf(shape));
      terminal.print(script.trimEnd());
      return Promise.resolve({ result: { shell, script } });
    },
  };
}
