import type { CheckContext } from "./context.ts";
import { finding, findingOf, type Finding } from "./finding.ts";
import { isClientError } from "../../core/errors.ts";

/** Who gets the redirects of the scheme. Where the game names none, the scheme stands in only when loopback fails. */
export async function checkScheme({ machine, scheme, namesScheme }: CheckContext): Promise<Finding> {
  const name = scheme.scheme;
  const serious = namesScheme ? "failure" : "warning";
  try {
    const { owner, isOurs, isStale } = machine.schemeStatus(scheme);
    if (isStale) {
      return finding(
        "warning",
        `${name} is registered for this application, but a file is gone or out of date (${owner}).`,
        "Sign in, or run slashpass scheme register: either repairs it.",
      );
    }
    if (isOurs) return finding("ok", `${name} is registered for this application (${owner}).`);
    if (owner === undefined) {
      return finding("ok", `No program is registered for ${name}; a sign-in that needs it registers it.`);
    }
    return finding(
      serious,
      `${name} belongs to another program: ${owner}.`,
      "Take it with slashpass scheme register --replace, or name another scheme, such as com.example.game.",
    );
  } catch (error) {
    if (isClientError(error) && error.code === "addon_unavailable") {
      return finding("not-checked", `Only the native addon can find out who has ${name}.`);
    }
    return findingOf(error, serious);
  }
}
