// Checks that the structural types in src match Electron's module.
import * as electron from "electron";
import type { Electron } from "../../../src/electron/electron-api.ts";

export const structure: Electron = electron;
