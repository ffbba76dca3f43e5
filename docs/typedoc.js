import { entryPoints } from "./.vitepress/entry-points.js";
import { OptionDefaults } from "typedoc";
import { jobNames } from "./.vitepress/jobs.js";

/** Generates one reference page per entry point from the built declarations. */
export default {
  entryPoints: [...entryPoints.values()],
  tsconfig: "tsconfig.json",
  plugin: ["typedoc-plugin-markdown", "./.vitepress/module-names.js", "./.vitepress/jobs.js"],
  categorizeByGroup: false,
  categoryOrder: jobNames,
  sort: ["kind", "alphabetical"],
  kindSortOrder: ["Class", "Interface", "Function", "Variable", "TypeAlias"],
  out: "reference",
  name: "Reference",
  readme: "none",
  router: "module",
  entryFileName: "index",
  excludePrivate: true,
  excludeInternal: true,
  modifierTags: [...OptionDefaults.modifierTags, "@stable"],
  cascadedModifierTags: [],
  excludeTags: [...OptionDefaults.excludeTags, "@stable"],
  disableSources: true,
  hideBreadcrumbs: true,
  hidePageHeader: true,
  useCodeBlocks: true,
  parametersFormat: "table",
  interfacePropertiesFormat: "table",
  classPropertiesFormat: "table",
  typeAliasPropertiesFormat: "table",
  enumMembersFormat: "table",
  validation: { invalidLink: true, notExported: false },
  treatWarningsAsErrors: true,
};
