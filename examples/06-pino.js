// pino without secrets: everything that it writes, objects and errors too, passes the redactor.
import pino from "pino";
import { createRedactor } from "slashpass";

const redactor = createRedactor({ secrets: ["correct horse battery staple"] });

// The destination sees whole lines, after pino has put everything into them.
const destination = { write: (/** @type {string} */ line) => process.stdout.write(redactor.redact(line)) };
const logger = pino({ base: null, timestamp: false }, destination);

logger.info("the password is correct horse battery staple");
logger.info({ headers: ["Authorization", "Bearer abcdefgh12345678"] }, "a raw header array");
logger.warn("an argument: %s", "correct%20horse%20battery%20staple");
logger.error({ deep: { deeper: { refresh_token: "abcdefgh" } } }, "three levels deep");

// Before a transport in a worker thread, redact the arguments: the line is made where the redactor is.
const early = pino(
  {
    base: null,
    timestamp: false,
    hooks: {
      logMethod(args, method) {
        const masked = args.map((arg) => (typeof arg === "string" ? redactor.redact(arg) : arg));
        Reflect.apply(method, this, masked);
      },
    },
  },
  pino.destination({ dest: 1, sync: true }),
);
early.info("again: correct horse battery staple");
