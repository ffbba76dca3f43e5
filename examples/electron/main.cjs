// For "main": "main.cjs" in package.json. The main process itself is an ES module.
void import("./main.js");
