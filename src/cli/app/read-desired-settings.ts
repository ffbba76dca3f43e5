import { createHash } from "node:crypto";
import { dirname, resolve, join } from "node:path";
import {
  type ApplicationPlanOptions,
  type ApplicationSettings,
  imageDataUrl,
  isClientError,
  readApplicationSettings,
  type ApplicationData,
  ApiClient,
  planApplication,
} from "slashpass/api";
import { fileLimits, readBytes } from "../../core/resolve/read-file.ts";
import { misunderstood } from "../frame/failure.ts";
import { unreadable, loadFile } from "../settings/load-file.ts";
import { type ConfiguredApplication, notInConfig, type Settings } from "../settings/settings.ts";
import { existsSync } from "node:fs";
import { isObject } from "../../core/check/readers.ts";
import { writeFiles } from "../init/write-files.ts";
import { beforeWriting } from "../commands/plan-and-apply.ts";
import { readAccess } from "../commands/open-client.ts";
import type { AccessCall } from "../settings/application-secrets.ts";

export interface DesiredSettings extends Required<ApplicationPlanOptions> {
  readonly settings: ApplicationSettings;
  /** The SHA-256 of each image file, in hexadecimal. */
  readonly digests: { readonly [P in Picture]?: string };
  readonly config: string;
}

/** @throws Failure `no_application_settings`, `file_unreadable`, or `config_invalid`, whose message names the field. */
export async function readDesiredSettings(settings: Settings): Promise<DesiredSettings> {
  const { application, applicationId } = settings;
  if (!application) {
    const hint = "Add them under 'application'. 'slashpass app pull' prints the live settings.";
    throw notInConfig(settings, "application settings", hint, "no_application_settings");
  }
  const { fields, config } = application;
  const read = await Promise.all(pictures.map((picture) => readPicture(application, picture)));
  const files = read.filter((file) => file !== undefined);
  const urls = Object.fromEntries(files.map(({ picture, url }) => [picture, url]));
  const record = (await readRecord(config))[applicationId] ?? {};
  const known = files.flatMap(({ picture, digest }) => {
    const { sha256, hash } = record[picture] ?? {};
    return sha256 === digest && typeof hash === "string" ? [[picture, hash]] : [];
  });
  return {
    settings: inConfig(config, () => readApplicationSettings({ ...fields, ...urls })),
    digests: Object.fromEntries(files.map(({ picture, digest }) => [picture, digest])),
    imageHashes: Object.fromEntries(known),
    config,
  };
}

async function readPicture({ fields, config }: ConfiguredApplication, picture: Picture) {
  const file: unknown = fields[picture];
  if (file === null || file === undefined) return undefined;
  if (typeof file !== "string" || file === "")
    throw invalid(config, `application.${picture} must be a file path or null`);
  const path = resolve(dirname(config), file);
  const bytes = await readBytes(path, fileLimits.data).catch((error: unknown) => {
    throw unreadable("The image", path, error);
  });
  const url = inConfig(config, () => imageDataUrl(bytes), `application.${picture}: ${path}`);
  return { picture, url, digest: createHash("sha256").update(bytes).digest("hex") };
}

function inConfig<T>(config: string, read: () => T, bytes = "bytes"): T {
  try {
    return read();
  } catch (error) {
    if (!isClientError(error)) throw error;
    throw invalid(config, error.message.replace(/^bytes/, () => bytes).replace(/\.$/, ""), error.hint);
  }
}

function invalid(config: string, problem: string, hint?: string) {
  return misunderstood(`${config}: ${problem}.`, hint, "config_invalid");
}

const pictures = ["icon", "cover_image"] as const;
type Picture = (typeof pictures)[number];

interface Sent {
  readonly sha256: string;
  readonly hash: string;
}

type PictureRecord = Readonly<Record<string, { readonly [P in Picture]?: Sent }>>;

const recordFormat = 1;

/** The record should be committed with the config, because Discord does not report which image a hash belongs to. */
function recordPath(config: string): string {
  return join(dirname(config), "slashpass.pictures.json");
}

/** @throws Failure `file_unreadable`, `config_invalid`. */
async function readRecord(config: string): Promise<PictureRecord> {
  const path = recordPath(config);
  if (!existsSync(path)) return {};
  const record = await loadFile(path, "The image record");
  if (isObject(record) && record["format"] === recordFormat && isObject(record["applications"]))
    return record["applications"] as PictureRecord;
  throw misunderstood(
    `${path} is not an image record that this version of slashpass can read.`,
    "Delete the file. The next 'slashpass app apply' uploads the images again.",
    "config_invalid",
  );
}

export async function keepRecord(
  { config, digests }: DesiredSettings,
  application: ApplicationData,
): Promise<void> {
  const entries = pictures.flatMap((picture) => {
    const { [picture]: sha256 } = digests;
    const { [picture]: hash } = application;
    return sha256 === undefined || typeof hash !== "string" ? [] : [[picture, { sha256, hash }] as const];
  });
  if (entries.length === 0) return;
  const before = await readRecord(config);
  const after = { ...before, [application.id]: Object.fromEntries(entries) };
  const text = `${JSON.stringify({ format: recordFormat, applications: after }, null, 2)}\n`;
  if (JSON.stringify(after) !== JSON.stringify(before))
    await writeFiles(new Map([[recordPath(config), text]]));
}

export async function openApplication(call: AccessCall, settings: Settings): Promise<ApiClient> {
  return new ApiClient(await readAccess(call, settings));
}

export async function readAndPlan(
  api: ApiClient,
  { settings, imageHashes }: Pick<DesiredSettings, "settings" | "imageHashes">,
  signal: AbortSignal,
) {
  const live = await api.application.get({ signal });
  const metadata = settings.role_connections_metadata && (await api.roleConnectionMetadata.get({ signal }));
  return { live, plan: planApplication({ application: live, metadata }, settings, { imageHashes }) };
}

export async function planSettings(
  { terminal, signal }: AccessCall,
  api: ApiClient,
  desired: DesiredSettings,
) {
  const read = () => readAndPlan(api, desired, signal);
  return beforeWriting(signal, terminal.during("Reading the application", read));
}
