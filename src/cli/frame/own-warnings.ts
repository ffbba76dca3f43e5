/** Hides Node's warnings about experimental features, such as loading TypeScript. Users cannot act on them. */
export function hideExperimentalWarnings(): void {
  const printing = process.listeners("warning");
  process.removeAllListeners("warning");
  process.on("warning", (warning) => {
    if (warning.name === "ExperimentalWarning") return;
    for (const print of printing) print(warning);
  });
}
