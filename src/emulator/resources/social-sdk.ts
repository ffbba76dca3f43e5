import {
  type Check,
  checkFields,
  dictionary,
  type Fields,
  flag,
  id,
  list,
  oneOf,
  problem,
  record,
  text,
} from "../../interactions/messages/rules/checks.ts";
import { JsonErrorCode } from "../../wire/error.ts";
import type { LobbyMemberUpdate } from "../../wire/lobby.ts";
import { externalAuthNames, maxExternalAuthTokenLength } from "../../wire/external-auth.ts";
import { lifetimes, lobbyLimits as limits } from "../../wire/limits.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { refuse, refusal, unauthorized } from "../base/refusal.ts";
import { findBearer } from "../oauth/bearer.ts";
import { acceptsSecret } from "../oauth/oauth-requests.ts";
import type { EmulatorApplication } from "../state/application.ts";
import { type ExternalProof, externalSubject } from "../state/lobbies.ts";
import {
  ApiAnswer,
  type ApiCall,
  asBot,
  parseFields,
  parseJsonBody,
  parsePathId,
  requiredField,
  type Route,
} from "./api-call.ts";

export const socialSdkRoutes: readonly Route[] = [
  ["POST", "/lobbies/:lobby_id/members/bulk", asBot(updateMembers)],
  ["POST", "/partner-sdk/token", issueProvisionalToken],
  ["POST", "/partner-sdk/provisional-accounts/unmerge", unmerge],
  ["POST", "/partner-sdk/child-token", issueChildToken],
];

const texts = dictionary(text(limits.metadataValueLength));

const metadata: Check = (value, path) => {
  const problems = texts(value, path);
  if (problems.length > 0) return problems;
  const length = Array.from(
    Object.entries(value as Readonly<Record<string, string>>)
      .flat()
      .join(""),
  ).length;
  if (length <= limits.metadataLength) return [];
  return problem(path, "BASE_TYPE_MAX_LENGTH", `Must be ${limits.metadataLength} or fewer in length.`);
};

const lobbyMembersForm: Check = list(
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

type Update = LobbyMemberUpdate & { readonly id: Snowflake };

/** Ignores unknown users. */
function updateMembers(application: EmulatorApplication, call: ApiCall) {
  const found = call.world.lobby(parsePathId(call, "lobby_id"));
  if (!found) throw refusal("UnknownLobby");
  if (found.application !== application) throw refusal("MissingAccess");
  const body = parseJsonBody(call) as readonly Update[] | null;
  if (body === null) return [];
  refuse(lobbyMembersForm(body, []));
  const known = body.filter((update) => call.world.players.byId(update.id));
  return known.flatMap((update) => found.lobby.update(update) ?? []);
}

const externalProof: Fields = {
  required: {
    client_id: id,
    external_auth_type: oneOf(...Object.values(externalAuthNames)),
    external_auth_token: text(maxExternalAuthTokenLength, 1),
  },
  optional: { client_secret: text(Infinity) },
};

/** See Discord documentation, Social SDK, Using Provisional Accounts. */
async function issueProvisionalToken(call: ApiCall) {
  const { externalAccounts } = call.world;
  const proof = parseProof(call);
  const linked = externalAccounts.linked(proof);
  if (linked !== undefined) return new ApiAnswer(400, describeLink(proof, linked));
  const token = {
    clientId: proof.clientId,
    accountId: externalAccounts.provisional(proof).id,
    scope: "openid sdk.social_layer",
    seconds: lifetimes.provisionalToken,
  };
  return { ...(await issue(call, token)), id_token: await issueIdToken(call, token) };
}

function unmerge(call: ApiCall) {
  const { externalAccounts } = call.world;
  const proof = parseProof(call);
  const linked = externalAccounts.linked(proof);
  if (linked === undefined) throw refusal("UnknownUser");
  externalAccounts.unlink(proof);
  call.world.deauthorize(linked, proof.clientId);
}

/** See Discord documentation, Social SDK, Publisher-Level Account Linking. */
async function issueChildToken(call: ApiCall) {
  const body = parseFields(call);
  const parent = await findBearer(call, requireField(body, "parent_access_token"));
  if (!parent?.player || parent.isApplications || !parent.expires) throw unauthorized();
  if (!acceptsSecret(parent.application, body["parent_client_secret"])) throw unauthorized();
  const clientId = requireField(body, "child_application_id");
  const child = call.world.application(clientId);
  if (!child) throw refusal("UnknownApplication");
  if (child.parentApplication !== parent.application.id) throw refusal("MissingAccess");
  const seconds = Math.max(1, Math.floor((parent.expires.getTime() - call.world.clock.now()) / 1000));
  // Uses the parent token's grant, so that revoking the parent token also revokes this one.
  const { grantId, scopes: scope, player } = parent;
  const token = { clientId, accountId: player.id, scope, seconds, grantId };
  return await issue(call, token);
}

interface Issue {
  readonly clientId: Snowflake;
  readonly accountId: Snowflake;
  readonly scope: string;
  readonly seconds: number;
  readonly grantId?: string | undefined;
}

async function issue(call: ApiCall, token: Issue) {
  const provider = await call.provider();
  const { clientId, accountId, scope, seconds } = token;
  const client = await provider.Client.find(clientId);
  const grantId = token.grantId ?? (await new provider.Grant({ accountId, clientId }).save());
  const issued = new provider.AccessToken({ client, accountId, grantId, scope, expiresIn: seconds });
  const access_token = await issued.save();
  return { access_token, token_type: "Bearer", expires_in: seconds, scope };
}

async function issueIdToken(call: ApiCall, { clientId, accountId, seconds }: Issue): Promise<string> {
  const provider = await call.provider();
  const client = await provider.Client.find(clientId);
  const idToken = new provider.IdToken({ sub: accountId }, { client });
  idToken.scope = "openid";
  return await idToken.issue({
    use: "idtoken",
    expiresAt: Math.floor(call.world.clock.now() / 1000) + seconds,
  });
}

function parseProof(call: ApiCall): ExternalProof {
  const body = parseJsonBody(call);
  refuse(checkFields(body, externalProof));
  const { client_id, client_secret, external_auth_type, external_auth_token } = body as ProofFields;
  const application = call.world.application(client_id);
  if (!application || !acceptsSecret(application, client_secret)) throw unauthorized();
  return { clientId: client_id, type: external_auth_type, token: external_auth_token };
}

interface ProofFields {
  readonly client_id: Snowflake;
  readonly client_secret?: string | null;
  readonly external_auth_type: string;
  readonly external_auth_token: string;
}

function requireField(body: Readonly<Record<string, unknown>>, field: string): string {
  const value = body[field];
  if (typeof value === "string" && value !== "") return value;
  throw requiredField(field);
}

function describeLink({ type, token }: ExternalProof, playerId: Snowflake) {
  return {
    code: JsonErrorCode.AccountLinked,
    message: "This external identity is linked to an account already",
    user_id: playerId,
    provider_type: type,
    provider_id: type.toLowerCase(),
    provider_issued_user_id: externalSubject(token),
  };
}
