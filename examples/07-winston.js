// Keeps secrets out of winston's output: the last format masks the finished line.
import { createRedactor } from "slashpass";
import { createLogger, format, transports } from "winston";

const redactor = createRedactor({ secrets: ["correct horse battery staple"] });
const line = Symbol.for("message");
const withoutSecrets = format((info) => ({ ...info, [line]: redactor.redact(String(info[line])) }));

const logger = createLogger({
  format: format.combine(format.splat(), format.json(), withoutSecrets()),
  transports: [new transports.Console({ forceConsole: true })],
});

logger.info("the password is correct horse battery staple");
logger.warn("an argument: %s", "Y29ycmVjdCBob3JzZSBiYXR0ZXJ5IHN0YXBsZQ==");
logger.error("headers", { authorization: "Bot abcdefgh12345678" });
