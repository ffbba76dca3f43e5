/** Node announces parts of its own that are experimental, such as reading TypeScript: nothing that a person here could act on. */
export function hideExperimentalWarnings(): void {
  const printing = process.listeners("warning");
  process.removeAllListeners("warning");
  process.on("warning", (warning) => {
    if (warning.name === "ExperimentalWarning") return;
    for (const print of printing) print(warning);
  });
}
