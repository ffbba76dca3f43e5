import { ErrorType, isClientError } from "../../core/errors.ts";
import { ApplicationFlag } from "../../wire/application.ts";
import { needsPlayer } from "../../sign-in/authorization-endpoint.ts";
import type { CheckContext } from "./context.ts";
import { failure, findingOf, notChecked, ok, type Finding } from "./finding.ts";

const playersOnly = "The authorize page shows this only to a signed-in player.";
const withBotToken =
  "Provide the bot token, so that the application's settings can be read. For slashpass doctor, set SLASHPASS_BOT_TOKEN.";

export async function checkRedirectUri(context: CheckContext): Promise<Finding> {
  const { answers, botToken, registeredUri, applicationId } = context;
  return unlessUnreachable(async () => {
    const register = `Register ${registeredUri} in the developer portal (OAuth2, Redirects), exactly as written here.`;
    if (botToken !== undefined) {
      const { redirectUris } = await answers.application(botToken);
      if (redirectUris.includes(registeredUri)) return ok(`${registeredUri} is registered.`);
      return failure(`${registeredUri} is not registered.`, register);
    }
    const { kind } = await answers.authorize();
    if (kind === "redirect") return ok(`The service accepts ${registeredUri}.`);
    if (kind === "page") return notChecked(playersOnly, withBotToken);
    return failure(
      `The application ${applicationId} does not exist, or ${registeredUri} is not registered for it.`,
      `Check the application id. ${register}`,
    );
  });
}

export async function checkPublicClient({ answers, botToken }: CheckContext): Promise<Finding> {
  return unlessUnreachable(async () => {
    const isOn = "Public Client is on: codes are exchanged without a secret.";
    const switchOn =
      'Turn on "Public Client" in the developer portal (OAuth2). If your own server holds the application\'s secret, pass ' +
      "exchangeCode instead.";
    if (botToken !== undefined) {
      const { flags } = await answers.application(botToken);
      if (flags & ApplicationFlag.PublicClient) return ok(isOn);
      return failure("Public Client is off.", switchOn);
    }
    const error = await answers.exchangeOfNothing();
    if (error === "invalid_grant") return ok(isOn);
    if (error === "invalid_client" || error === "unauthorized_client") {
      return failure(
        "Public Client is off, or the application does not exist.",
        `Check the application id. ${switchOn}`,
      );
    }
    return notChecked(
      "The token endpoint's response does not indicate whether Public Client is on.",
      withBotToken,
    );
  });
}

/** Detects a forbidden scope only if the authorize page reports it before the player signs in. */
export async function checkScopes({ answers, scopes }: CheckContext): Promise<Finding> {
  return unlessUnreachable(async () => {
    const answer = await answers.authorize();
    if (answer.kind === "page") {
      return notChecked(
        playersOnly,
        "Sign in once: requesting a scope that is not allowed fails with invalid_scope.",
      );
    }
    if (answer.kind === "refusal") {
      return notChecked(
        "The service rejected the redirect URI or the application before it checked the scopes.",
      );
    }
    if (answer.error === "invalid_scope") {
      return failure(
        `The application is not allowed to request: ${scopes}.`,
        "Enable the Social SDK or the scope in the developer portal, or request only allowed scopes.",
      );
    }
    if (answer.error === undefined || needsPlayer.has(answer.error)) {
      return ok(`The service accepts: ${scopes}.`);
    }
    return notChecked("The service rejected the request for another reason before it checked the scopes.");
  });
}

/** `checkNetwork` already reports that the service is unreachable. */
async function unlessUnreachable(check: () => Promise<Finding>): Promise<Finding> {
  try {
    return await check();
  } catch (error) {
    if (!isClientError(error) || error.type !== ErrorType.NetworkError) throw error;
    return findingOf(error, "not-checked");
  }
}
