// Without web fonts: the pages load nothing from third parties.
import Theme from "vitepress/theme-without-fonts";
// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has no name to import
import "./style.css";

export default Theme;
