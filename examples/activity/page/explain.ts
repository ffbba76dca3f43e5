// Error messages for players and developers.

/** An error detected by this page or its server. */
export class Problem extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

const wrongApplication =
  "This page belongs to a different application than the one that you launched. Check SLASHPASS_APPLICATION_ID, then launch it again.";

const noRedirect =
  "The application has no redirect URI. Register any, such as https://127.0.0.1, in the developer portal (OAuth2, Redirects).";

const texts: Readonly<Record<string, string>> = {
  // Codes from the client (Discord documentation, Opcodes and Status Codes, RPC).
  client_closed_4000: wrongApplication,
  client_silent: `The client does not respond. ${wrongApplication}`,
  4007: wrongApplication,
  4009: "Your sign-in has ended. Close the Activity and launch it again.",
  5000: "You closed or declined the prompt, so you are not signed in. Launch the Activity again.",
  // Codes from this page.
  no_client:
    "This page is an Activity, which the client opens. Launch it there, or run start.js, which prints the address.",
  // Codes from the server.
  invalid_grant: "Your sign-in took too long, or was used twice. Launch the Activity again.",
  signed_out: "Your sign-in has ended. Close the Activity and launch it again.",
  not_participant: "The game's server admits only players who have this Activity open. Launch it again.",
  misconfigured: "The game's server is misconfigured. See its output for the cause.",
  temporarily_unavailable: "The game's server cannot be reached. Try again in a minute.",
};

export function explain(error: unknown): string {
  const { code, message = "" } = (error ?? {}) as { code?: string | number; message?: string };
  if (code === 5000 && message.includes("redirect_uri")) return noRedirect;
  return texts[String(code)] ?? "Something went wrong. See the console.";
}
