import type { Call, Outcome } from "../frame/run-command.ts";
import type { ProgramShape } from "../frame/command-line.ts";
import { bashScript } from "./bash.ts";
import type { definition } from "./definition.ts";
import { fishScript } from "./fish.ts";
import { powershellScript } from "./powershell.ts";
import { stepsOf } from "./steps.ts";
import { zshScript } from "./zsh.ts";

type CompletionCall = Call<typeof definition.options, typeof definition.arguments>;

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
