// TypeDoc plugin: groups each module's names by job, which depends on the declaring file.
import { Comment, CommentTag, Converter } from "typedoc";

/** In reference order. The first pattern that matches the declaration's path in dist determines the job. */
const jobs = {
  "Client and session": /^client\.|^client\/options|^tokens\/session/,
  "Signing in": /^sign-in\/(?!redirect|page)/,
  "Way back to the game": /^sign-in\//,
  Presence: /^(?:client\/)?presence/,
  Tokens: /^tokens\//,
  "Token stores": /^store\//,
  Logs: /^log\//,
  "Diagnosis and errors": /^client\/diagnose|^core\/error|\/api-error/,
  "Commands client": /^commands\/(?:client|options|scope|install-link)\b/,
  "Definitions and their rules": /^(?:commands\/rules|interactions\/define)\//,
  "Plans and rollouts": /^commands\/(?:plan\/|rollout|snapshot|file-journal)/,
  Languages: /^commands\/languages/,
  Permissions: /^commands\//,
  "Interactions endpoint": /^interactions\/(?:handler|endpoint\/)/,
  Answers: /^interactions\/(?:answer|messages)\//,
  Emulator: /^emulator\/server\//,
  Electron: /^electron\//,
  "Social SDK": /^social-sdk\//,
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
const exportedAgain = "Exported here too";

export const jobNames = [...Object.keys(jobs), exportedAgain];

/** @param {import("typedoc").Application} application */
export function load(application) {
  application.converter.on(Converter.EVENT_CREATE_DECLARATION, (context, reflection) => {
    if (!reflection.parent?.parent?.isProject()) return;
    const job = reflection.isReference() ? exportedAgain : jobOf(context.getSymbolFromReflection(reflection));
    reflection.comment ??= new Comment();
    reflection.comment.blockTags.push(new CommentTag("@category", [{ kind: "text", text: job }]));
  });
}

function jobOf(symbol) {
  const [declaration] = symbol?.declarations ?? [];
  const path = declaration?.getSourceFile().fileName.replace(/^.*\/dist\//, "") ?? "";
  const [job] = Object.entries(jobs).find(([, pattern]) => pattern.test(path)) ?? [];
  if (job === undefined) throw new Error(`Give ${path} a job in docs/.vitepress/jobs.js.`);
  return job;
}
