import { exposeSlashpass } from "slashpass/electron/preload";

exposeSlashpass();
