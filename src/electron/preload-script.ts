// The preload script that `setUpSlashpass` registers for the default session.
import { exposeSlashpass } from "./preload.ts";

exposeSlashpass();
