// Error messages for players and developers.

/** An error that this page or its server detected. */
export class Problem extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

const wrongApplication =
  "This page is of another application than the one that was launched. Look at SLASHPASS_APPLICATION_ID, then launch it again.";

const noRedirect =
  "The application has no redirect URI. Register any, such as https://127.0.0.1, in the developer portal (OAuth2, Redirects).";

const texts: Readonly<Record<string, string>> = {
  // Codes from the client (Discord documentation, Opcodes and Status Codes, RPC).
  client_closed_4000: wrongApplication,
  client_silent: `The client does not answer. ${wrongApplication}`,
  4007: wrongApplication,
  4009: "Your sign-in has ended. Close the Activity and launch it again.",
  5000: "You were not signed in: the question was closed, or answered with no. Launch the Activity again to be asked once more.",
  // Codes from this page.
  no_client:
    "This page is an Activity: the client opens it. Launch it there, or run start.js, which says where.",
  // Codes from the server.
  invalid_grant: "Your sign-in took too long, or was used twice. Launch the Activity again.",
  signed_out: "Your sign-in has ended. Close the Activity and launch it again.",
  not_participant: "The game's server lets in only who has this Activity open. Launch it again.",
  misconfigured: "The game's server is not set up: its own output says what is missing.",
  temporarily_unavailable: "The game's server cannot be reached. Try again in a minute.",
};

export function explain(error: unknown): string {
  const { code, message = "" } = (error ?? {}) as { code?: string | number; message?: string };
  if (code === 5000 && message.includes("redirect_uri")) return noRedirect;
  return texts[String(code)] ?? "Something went wrong; the console says what.";
}
