import { define } from "../frame/definition.ts";

export const definition = define({
  name: "completion",
  summary: "Print a shell script that completes commands and options with the Tab key.",
  details: "The script is static and does not run slashpass. Generate it again after an update.",
  arguments: {
    "<shell>": { summary: "The shell.", choices: ["bash", "zsh", "fish", "powershell"] },
  },
  options: {},
  examples: {
    "completion bash": "For bash: append it to ~/.bashrc.",
    "completion zsh": "For zsh: write it to _slashpass in a folder listed in fpath.",
    "completion fish": "For fish: write it to ~/.config/fish/completions/slashpass.fish.",
    "completion powershell": "For PowerShell: append it to the file $PROFILE.",
  },
});
