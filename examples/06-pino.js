// Keeps secrets out of pino's output: every line, including objects and errors, passes through the redactor.
import pino from "pino";
import { createRedactor } from "slashpass";

const redactor = createRedactor({ secrets: ["correct horse battery staple"] });

// The destination receives complete lines, after pino has serialized all values.
const destination = { write: (/** @type {string} */ line) => process.stdout.write(redactor.redact(line)) };
const logger = pino({ base: null, timestamp: false }, destination);

logger.info("the password is correct horse battery staple");
logger.info({ headers: ["Authorization", "Bearer abcdefgh12345678"] }, "a raw header array");
logger.warn("an argument: %s", "correct%20horse%20battery%20staple");
logger.error({ deep: { deeper: { refresh_token: "abcdefgh" } } }, "three levels deep");

// If a transport runs in a worker thread, redact the arguments instead, because the worker cannot access the redactor.
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
