import { existsSync } from "node:fs";
import { relative, resolve } from "node:path";
import { readPort } from "../emulator/options.ts";
import { misunderstood } from "../frame/failure.ts";
import { refusePlanted } from "../settings/config-file.ts";
import type { Outcome } from "../frame/run-command.ts";
import { type ProjectFiles, readProjectFiles } from "../settings/settings.ts";
import { develop } from "./develop.ts";
import { startEmulatedPlace } from "./emulated-place.ts";
import { openServicePlace, restoreService } from "./service-place.ts";
import { type DevCall, refuseContradictions } from "./wish.ts";

export async function run(call: DevCall): Promise<Outcome> {
  const { publicUrl: url, restore, port } = call.options;
  refuseContradictions(call);
  if (restore) return restoreOnly(call);
  const files = await readFiles(call);
  const place =
    url === undefined
      ? await startEmulatedPlace(call, files)
      : await openServicePlace(call, files, { url, port: readPort(port) });
  return develop(call, files, place);
}

/** @throws Failure `file_foreign`, `handler_missing`, and the errors of {@link readProjectFiles}. */
async function readFiles(call: DevCall): Promise<ProjectFiles> {
  const { options, cwd } = call;
  const found = await readProjectFiles(call);
  if (options.file === undefined) refusePlanted(found.commandsFile, "If you trust it, name it with --file.");
  if (options.handler === undefined)
    refusePlanted(found.handlerFile, "If you trust it, name it with --handler.");
  const { file = found.commandsFile, handler = found.handlerFile } = options;
  const files = { ...found, commandsFile: resolve(cwd, file), handlerFile: resolve(cwd, handler) };
  if (existsSync(files.handlerFile)) return files;
  throw misunderstood(
    `There is no handler at ${files.handlerFile}.`,
    "'slashpass init' writes one. Name yours in the config, or with --handler.",
    "handler_missing",
  );
}

async function restoreOnly(call: DevCall): Promise<Outcome> {
  const { terminal, cwd } = call;
  const files = await readProjectFiles(call);
  const { settings, exitCode } = await restoreService(call, files);
  const { applicationId, environment } = settings;
  if (exitCode === undefined) {
    const folder = relative(cwd, files.folder) || "this folder";
    terminal.print(
      terminal.wrap(`Nothing is left of application ${applicationId} in ${folder} to set back.`),
    );
  }
  return {
    result: { applicationId, environment, restored: exitCode !== undefined },
    ...(exitCode !== undefined && { exitCode }),
  };
}
