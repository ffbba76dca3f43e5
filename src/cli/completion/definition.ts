import { define } from "../frame/define.ts";

export const definition = define({
  name: "completion",
  summary: "Print what completes the program's words at the Tab key.",
  details:
    "The script knows the commands, their options and what these can be, and asks the program nothing at the Tab key; print it anew after an update.",
  arguments: {
    shell: {
      flags: "<shell>",
      summary: "Which shell.",
      choices: ["bash", "zsh", "fish", "powershell"],
    },
  },
  options: {},
  examples: [
    { line: "completion bash", meaning: "For bash: append it to ~/.bashrc." },
    { line: "completion zsh", meaning: "For zsh: write it to _slashpass in a folder of fpath." },
    {
      line: "completion fish",
      meaning: "For fish: write it to ~/.config/fish/completions/slashpass.fish.",
    },
    { line: "completion powershell", meaning: "For PowerShell: append it to the file $PROFILE." },
  ],
});
