import { ComponentType } from "../../../wire/component.ts";
import { CallbackType } from "../../../wire/interaction-callback.ts";
import type { Path } from "./checks.ts";
import { listPlaced } from "./walk-components.ts";

/** Something that still works, and what has taken its place. */
export interface Deprecation {
  readonly path: Path;
  readonly message: string;
}

/** What is deprecated in an answer to an interaction (Application Commands Interface, "Versioning"). */
export function findDeprecated({
  type,
  data,
}: {
  readonly type?: unknown;
  readonly data?: unknown;
}): readonly Deprecation[] {
  const { components, interaction } = (data ?? {}) as { components?: unknown; interaction?: unknown };
  if (type === CallbackType.PremiumRequired) return [premiumRequired];
  if (type === CallbackType.Modal) return findRows(components);
  return interaction === undefined ? [] : [messageInteraction];
}

const premiumRequired: Deprecation = {
  path: ["type"],
  message:
    "PREMIUM_REQUIRED (10) is deprecated. Send a message with a premium button instead: style 6 with a sku_id.",
};

const messageInteraction: Deprecation = {
  path: ["data", "interaction"],
  message: "interaction of a message is deprecated, and cannot be sent. Read interaction_metadata instead.",
};

/** The older way to lay out a form. */
function findRows(components: unknown): readonly Deprecation[] {
  const placed = Array.isArray(components)
    ? listPlaced(components.filter(Boolean), ["data", "components"])
    : [];
  return placed
    .filter(({ component }) => component.type === ComponentType.ActionRow)
    .map(({ path }) => ({
      path,
      message:
        "An action row in a form is deprecated. Put each text input in a label instead: type 18 with component.",
    }));
}
