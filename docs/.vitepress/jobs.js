// A plugin of TypeDoc: the names of a module stand in groups by job, and a file of the package belongs to one job.
import { Comment, CommentTag, Converter } from "typedoc";

/** In the order of the reference. The first pattern that fits the declaration's path in dist says the job. */
const jobs = {
  "Client and session": /^client\.|^client\/options|^tokens\/session/,
  "Signing in": /^sign-in\/(?!redirect|page)/,
  "Way back to the game": /^sign-in\//,
  Tokens: /^tokens\//,
  "Token stores": /^store\//,
  Logs: /^log\//,
  "Diagnosis and errors": /^client\/diagnose|^core\/error|\/api-error/,
  "Commands client": /^commands\/(?:client|options|scope|install-link)\b/,
  "Definitions and their rules": /^(?:commands\/rules|interactions\/define)\//,
  "Plans and rollouts": /^commands\/(?:plan\/|rollout|snapshot|file-journal)/,
  Permissions: /^commands\//,
  "Interactions endpoint": /^interactions\/(?:handler|endpoint\/)/,
  Answers: /^interactions\/(?:answer|messages)\//,
  Emulator: /^emulator\/server\//,
  Players: /^emulator\/player\//,
  "State of the emulator": /^emulator\/state\//,
  Activities: /^(?:interactions\/activity|emulator\/activity\/)/,
  Events: /^(?:interactions|events)\//,
  "Faults, limits and deliveries": /^emulator\//,
  "A game's server": /^server\//,
  "Other endpoints": /^resources\//,
  "Configuration of the program": /^cli\//,
  "Requests and types of the service": /^(?:core|wire)\//,
};

export const jobNames = Object.keys(jobs);

/** @param {import("typedoc").Application} application */
export function load(application) {
  application.converter.on(Converter.EVENT_CREATE_DECLARATION, (context, reflection) => {
    if (!reflection.parent?.parent?.isProject()) return;
    const symbol = context.getSymbolFromReflection(reflection);
    const [declaration] = (symbol && context.resolveAliasedSymbol(symbol).declarations) ?? [];
    const job = jobOf(declaration?.getSourceFile().fileName ?? "");
    reflection.comment ??= new Comment();
    reflection.comment.blockTags.push(new CommentTag("@category", [{ kind: "text", text: job }]));
  });
}

function jobOf(file) {
  const path = file.slice(file.lastIndexOf("/dist/") + "/dist/".length);
  const job = jobNames.find((name) => jobs[name].test(path));
  if (job === undefined) throw new Error(`Give ${path} a job in docs/.vitepress/jobs.js.`);
  return job;
}
