import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type PlayerErrorCode, textOfCode } from "../../../../src/sign-in/errors/player-texts.ts";
import translations from "../../../../src/sign-in/errors/player-texts.json" with { type: "json" };

const root = new URL("../../../../", import.meta.url).pathname;
const read = (file: string) => readFileSync(root + file, "utf8");
const filesOf = (folder: string) =>
  readdirSync(root + folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`);

/** Sources that run during a sign-in or a session. */
const sources = [
  ...["sign-in", "tokens", "store", "log", "native", "client", "core", "social-sdk"].flatMap((room) =>
    filesOf(`src/${room}`).filter((file) => file.endsWith(".ts")),
  ),
  "src/client.ts",
  ...["base", "hand_over", "scheme", "system", "binding"].flatMap((folder) =>
    filesOf(`native/${folder}`).filter((file) => /(?<!_test)\.cpp$/.test(file)),
  ),
].filter((file) => !/\/(?:diagnose|errors)\/|\/error-code\.ts$|\/store\/contract\.ts$/.test(file));

/** Codes in those sources that a sign-in or a session never rejects with. */
const elsewhere: Readonly<Record<string, string>> = {
  "creating a Client, a store or a scheme":
    "conflicting_versions invalid_addon_path invalid_base_url invalid_credential invalid_name invalid_port invalid_preference " +
    "invalid_signal invalid_store_key invalid_store_path invalid_page",
  "Authorize and GetToken step by step, and UpdateToken":
    "invalid_code_challenge invalid_code_verifier invalid_redirect_uri invalid_token_type missing_code missing_token",
  "creating an interactions endpoint": "invalid_public_key",
  "logs and createRedactor": "invalid_bytes invalid_log_dir invalid_secret invalid_severity invalid_text",
  "Client.connect": "connection_failed no_connection",
  "launch commands": "invalid_command invalid_steam_app_id no_steam",
  "delivering a redirect to the running game": "not_running",
  "responses after which the sign-in continues": "authorization_pending busy missing slow_down",
  "signOut's report": "unsupported_token_type",
  "Client.commands and Client.api":
    "blocked_content body_too_large bots_not_allowed callback_failed command_name_taken daily_creates_spent duplicate empty_message " +
    "entry_point_missing follow_ups_spent index_not_ready interaction_answered invalid_body invalid_message invalid_webhook_token " +
    "limits_timeout missing_credential missing_permissions not_a_test_entitlement not_consumable not_signed_in too_many_commands " +
    "too_many_invalid_requests two_factor_required unknown_channel unknown_command unknown_entitlement unknown_guild " +
    "unknown_interaction unknown_lobby unknown_member unknown_message unknown_permissions unknown_sku unknown_user unknown_webhook " +
    "unreadable_forward wrong_application wrong_channel_type",
};

/** Codes that are composed at run time or thrown by a `slashpass/redis` store that the game passes. */
const unwritten = ["absent", "binding_missing", "denied", "failed", "locked", "timeout"]
  .map((kind) => `keychain_${kind}`)
  .concat(["store_full", "store_read_only", "store_refused", "store_unreachable"]);

it("has a player message for every code in the sign-in sources, except for codes of other calls", () => {
  const known = [...read("src/core/error-code.ts").matchAll(/^ {2}(?:\| "([a-z_]+)"|([a-z_]+): ")/gm)].map(
    ([, one, other = ""]) => one ?? other,
  );
  const text = sources.map(read).join("\n");
  const documented = known.filter(
    (code) => text.includes(`"${code}"`) || new RegExp(`^\\s*${code}:`, "m").test(text),
  );
  const others = Object.values(elsewhere).flatMap((codes) => codes.split(" "));
  expect(known.length).toBeGreaterThan(150);
  expect([...Object.keys(textOfCode), ...others].toSorted()).toEqual(
    [...new Set([...documented, ...unwritten])].toSorted(),
  );
});

it("matches the table in docs/errors.md, whose advice is written by hand", async () => {
  const page = read("docs/errors.md");
  const rows = /^\| player message .*\n.*\n((?:\|.*\n)+)/m.exec(page)?.[1]?.split("\n") ?? [];
  const written = Object.entries(translations["en-US"]).map(([name, text], index) => {
    const codes = Object.keys(textOfCode).filter((code) => textOfCode[code as PlayerErrorCode] === name);
    const advice = rows[index]?.split("|")[3]?.trim() ?? "";
    expect(advice.length, text).toBeGreaterThan(20);
    const listed = codes.toSorted().map((code) => `\`${code}\``);
    return `| ${text.replace("{code}", "`{code}`")} | ${listed.join(", ")} | ${advice} |\n`;
  });
  const head = "| player message | codes | what to do |\n| --- | --- | --- |\n";
  const expected = page.replace(/^\| player message .*\n(?:\|.*\n)+/m, () => head + written.join(""));
  await expect(expected).toMatchFileSnapshot("../../../../docs/errors.md");
});
