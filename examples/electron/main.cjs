// For a main process in CommonJS: "main": "main.cjs" in package.json. The main process itself stays an ES module.
void import("./main.js");
