/** What `slashpass --help` prints; at most 80 columns wide. */
export const help = `Usage: slashpass <command> [options]

Commands:
  emulator         Runs the service on this machine, for a game in development:
                   sign-in, tokens, application commands, Activities.
                   Everything is kept in memory. It serves until Ctrl-C.

Options of emulator:
  --port <number>  Port on 127.0.0.1. Default: a free one.

Options:
  --help           Prints this text.
  --version        Prints the version.

Exit codes:
  0                Done; also an emulator that was ended with Ctrl-C.
  1                It failed; the reason is on standard error.
  2                The command line was not understood.
`;
