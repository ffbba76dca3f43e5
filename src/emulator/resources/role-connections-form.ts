import {
  type Check,
  dictionary,
  type Fields,
  list,
  nullable,
  oneOf,
  type Path,
  problem,
  record,
  text,
} from "../../interactions/messages/rules/checks.ts";
import { locales } from "../../wire/locale.ts";
import { roleConnectionLimits as limits } from "../../wire/limits.ts";
import { RoleConnectionMetadataType } from "../../wire/role-connection.ts";

const keyLength = text(limits.keyLength, 1);

const key: Check = (value, path) => {
  const problems = keyLength(value, path);
  if (problems.length > 0 || /^[a-z0-9_]+$/.test(String(value))) return problems;
  return problem(path, "STRING_TYPE_REGEX", "String value did not match validation regex.");
};

/** Texts by language: a language that does not exist is refused where it stands. */
function localizations(words: Check): Check {
  const texts = dictionary(nullable(words));
  const known = oneOf(...locales);
  return (value, path) => [
    ...texts(value, path),
    ...namesOf(value).flatMap((locale) => known(locale, [...path, locale])),
  ];
}

const name = text(limits.nameLength, 1);
const description = text(limits.descriptionLength, 1);

const records = list(
  record({
    required: { type: oneOf(...Object.values(RoleConnectionMetadataType)), key, name, description },
    optional: {
      name_localizations: localizations(name),
      description_localizations: localizations(description),
    },
  }),
  limits.metadata,
);

/** What guilds can ask of players for a role. */
export const roleConnectionMetadataForm: Check = (value, path) => {
  const problems = records(value, path);
  return problems.length > 0 ? problems : checkKeys(value as readonly { readonly key: string }[], path);
};

function checkKeys(items: readonly { readonly key: string }[], path: Path) {
  const keys = items.map((item) => item.key);
  return keys.flatMap((one, index) =>
    keys.indexOf(one) === index
      ? []
      : problem(
          [...path, String(index), "key"],
          "APPLICATION_ROLE_CONNECTION_METADATA_DUPLICATE_KEY",
          "Another record has this key already.",
        ),
  );
}

/** What an application says of a player. */
export const roleConnectionForm: Fields = {
  optional: {
    platform_name: text(limits.platformNameLength),
    platform_username: text(limits.platformUsernameLength),
    metadata: dictionary(text(limits.valueLength, 1)),
  },
};

function namesOf(value: unknown): string[] {
  return typeof value === "object" && value !== null ? Object.keys(value) : [];
}
