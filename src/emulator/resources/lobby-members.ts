import {
  type Check,
  dictionary,
  flag,
  id,
  list,
  oneOf,
  problem,
  record,
  text,
} from "../../interactions/messages/rules/checks.ts";
import { lobbyLimits as limits } from "../../wire/limits.ts";

const texts = dictionary(text(limits.metadataValueLength));

const metadata: Check = (value, path) => {
  const problems = texts(value, path);
  if (problems.length > 0) return problems;
  const entries = Object.entries(value as Readonly<Record<string, string>>);
  const length = entries.reduce((sum, [name, one]) => sum + name.length + one.length, 0);
  if (length <= limits.metadataLength) return [];
  return problem(path, "BASE_TYPE_MAX_LENGTH", `Must be ${limits.metadataLength} or fewer in length.`);
};

/** What becomes of a lobby's members. */
export const lobbyMembersForm: Check = list(
  record({
    required: { id },
    optional: {
      metadata,
      flags: oneOf(1),
      additional_name: text(limits.additionalNameLength, 1),
      remove_member: flag,
    },
  }),
  limits.membersPerRequest,
);
