import { validationError } from "../../core/errors.ts";
import { kindOf, parseSnowflake } from "../../core/check/readers.ts";
import type { Snowflake, SnowflakeInput } from "../../wire/snowflake.ts";

// Keep in sync with native/base/reserved_schemes.h; a test compares them.

/** A game must not intercept links that belong to other programs. */
export const reservedSchemes: ReadonlySet<string> = new Set(
  [
    // IANA: permanent URI schemes (www.iana.org/assignments/uri-schemes).
    "aaa aaas about acap acct cap cid coap coap+tcp coap+ws coaps coaps+tcp coaps+ws crid data dav dict",
    "dns dtn example file ftp geo go gopher h323 http https iax icap im imap info ipn ipp ipps iris",
    "iris.beep iris.lwz iris.xpc iris.xpcs jabber ldap leaptofrogans mailto mid msrp msrps mt mtqp",
    "mupdate news nfs ni nih nntp opaquelocktoken pkcs11 pop pres reload rtsp rtsps rtspu service session",
    "shttp sieve sip sips sms snmp soap.beep soap.beeps stun stuns tag tel telnet tftp thismessage tip",
    "tn3270 turn turns tv urn vemmi vnc ws wss xcon xcon-userid xmlrpc.beep xmlrpc.beeps xmpp z39.50",
    "z39.50r z39.50s",
    // IANA: provisional and historical schemes that are still in use.
    "acr adiumxtra admin afp afs aim amss android appdata apt ark attachment bitcoin blob bolo browserext",
    "calculator callto cast casts content content-type cvs dat did dlna-playcontainer dlna-playsingle doi",
    "dpp drm dvb ed2k embedded ethereum facetime fax feed feedready filesystem finger fish git",
    "gizmoproject gtalk ham hcp hxxp hxxps icon ipfs ipns irc irc6 ircs isostore itms jar jms lastfm lbry",
    "ldaps lpa magnet mailserver maps market matrix message mms mongodb moz msnim mumble mvn notes oid",
    "onenote onenote-cmd openid openpgp4fpr otpauth payment payto platform proxy psyc query redis rediss",
    "res resource rmi rsync rtmfp rtmp secondlife secret-token sftp sgn skype smb smtp spiffe spotify ssb",
    "ssh steam submit svn swid teamspeak things tool udp unreal ut2004 ventrilo view-source vscode",
    "vscode-insiders vsls wais webcal wifi wtai wyciwyg xfire xri ymsgr",
    // Browsers.
    "brave chrome devtools edge firefox googlechrome googlechromes isolated-app javascript livescript",
    "microsoft-edge opera opera-http opera-https read safari vbscript vivaldi x-safari-http",
    "x-safari-https",
    // Windows.
    "bingmaps bingnews bingweather mapi mmsh outlook outlookfeed search search-ms shell tn",
    "windowsdefender wsfile xbox zune",
    // macOS.
    "addressbook app-settings applescript calshow facetime-audio help icloud-sharing imessage itms-apps",
    "itms-appss itms-books itms-services itmss macappstore macappstores mobilenotes music photos podcasts",
    "prefs shareddocuments shortcuts videos x-help-script x-man-page",
    // Linux desktops (GVfs, KIO, software centers) and Android.
    "afc android-app appstream archive burn computer davs flatpak ghelp google-drive gphoto2 intent man",
    "mtp network recent snap starred trash",
    // Game launchers and stores.
    "amazon-games battlenet blizzard bottles curseforge ea-desktop eadm gamejolt goggalaxy heroic itch",
    "itchio legacygames link2ea lutris minecraft nxm origin origin2 overwolf playnite riotclient roblox",
    "roblox-player roblox-studio rockstar steamlink twitch ubisoft uplay vrchat",
    // Chat and conferencing.
    "discord discordapp element lync msteams sgnl signal slack teams tg viber weixin whatsapp zoommtg",
    "zoomus",
  ].flatMap((line) => line.split(" ")),
);

/** Prefixes of scheme families: Windows, web pages, browser extensions, Apple. */
export const reservedPrefixes = ["ms-", "microsoft.", "web+", "ext+", "chrome-", "moz-", "x-apple"] as const;

/** Identifies an application's redirect scheme. @stable */
export interface RedirectScheme {
  readonly applicationId: SnowflakeInput;
  /** Default: `discord-<applicationId>` (Discord Social SDK, `AuthorizationArgs::CustomSchemeParam`). */
  readonly scheme?: string | undefined;
  /** See `ClientOptions.addonPath`. */
  readonly addonPath?: string | undefined;
}

export interface SchemeName {
  readonly applicationId: Snowflake;
  /** In its original case. */
  readonly written: string;
  /** In lower case, because schemes are case-insensitive (RFC 3986 §3.1). */
  readonly scheme: string;
}

/** At least two characters, because Windows interprets a single letter as a drive letter. */
const syntax = /^[a-z][a-z0-9+.-]{1,79}$/;
/** The service opens `discord-<id>` URLs for the application with that id. */
const prefixOfService = "discord-";

/** @throws ClientError (ValidationError) `invalid_id`, `invalid_scheme` (RFC 3986 §3.1), `reserved_scheme`. */
export function parseScheme({ applicationId, scheme }: RedirectScheme): SchemeName {
  const id = parseSnowflake(applicationId, "applicationId");
  const written = scheme ?? `discord-${id}`;
  const lower = typeof written === "string" ? written.toLowerCase() : "";
  if (!syntax.test(lower)) {
    throw validationError(
      "invalid_scheme",
      `scheme is ${kindOf(written)}, but must be a letter followed by letters, digits, +, - or ., 2 to 80 characters in total.`,
      'Pass the part before the colon, for example "com.example.game" (RFC 3986, section 3.1).',
    );
  }
  const owner = ownerOf(lower, id);
  if (owner !== undefined) {
    throw validationError(
      "reserved_scheme",
      `The scheme "${lower}" belongs to ${owner}.`,
      "Use a reversed domain name that you own: com.example.game (RFC 8252, section 7.1).",
    );
  }
  return { applicationId: id, written, scheme: lower };
}

function ownerOf(scheme: string, id: Snowflake): string | undefined {
  if (reservedSchemes.has(scheme) || reservedPrefixes.some((prefix) => scheme.startsWith(prefix))) {
    return "the system, the browser or another program";
  }
  const isOfAnother = scheme.startsWith(prefixOfService) && scheme !== `${prefixOfService}${id}`;
  return isOfAnother ? "another application" : undefined;
}

/** Warns if another program may use the same scheme (RFC 8252 §7.1, §8.4). */
export function schemeAdvice({ scheme, applicationId }: SchemeName): string | undefined {
  if (scheme.includes(".") || scheme === `discord-${applicationId}`) return undefined;
  return (
    `Other programs may also use the scheme "${scheme}". ` +
    "Use a reversed domain name that you own (com.example.game)."
  );
}
