import { createHash } from "node:crypto";
import { pageHeaders } from "../base/page.ts";

const style: string = `
:root{color-scheme:light dark;--back:#f4f5f8;--card:#fff;--ink:#1d2129;--soft:#5b6372;--line:#d9dde5;--edge:#868e9d;--accent:#4b57d6;--on:#fff;--good:#1f7a43;--bad:#b3261e;--badback:#fdecea;--mark:#e8eaf6}
@media(prefers-color-scheme:dark){:root{--back:#14161b;--card:#1e2128;--ink:#f1f2f5;--soft:#a9b0bd;--line:#363b47;--edge:#757d8d;--accent:#8b95ff;--on:#14161b;--good:#6fd49a;--bad:#ff8a80;--badback:#3a2020;--mark:#2c3150}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
#page{--side:max(clamp(.75rem,2vw,1.5rem),calc(50vw - 60rem));min-height:100vh;display:flex;flex-direction:column}
header{display:flex;flex-wrap:wrap;gap:.5rem 2rem;align-items:end;justify-content:space-between;padding:.75rem var(--side);background:var(--card);border-bottom:1px solid var(--line)}
h1{margin:0;font-size:1.35rem;line-height:1.3;min-width:0;overflow-wrap:anywhere}
h2{margin:0 0 .5rem;font-size:1rem;overflow-wrap:anywhere}
h3{margin:.75rem 0 .25rem;font-size:.9rem}
p{margin:.25rem 0}
ul,ol{margin:0;padding:0;list-style:none}
main{flex:1;display:grid;gap:1rem;padding:1rem var(--side);width:100%;grid-template-columns:minmax(0,1fr);align-items:start}
main.alone{place-content:center;text-align:center}
.chat,.inspector,.activity{display:grid;gap:1rem;min-width:0}
main>div>section,.activity,details{background:var(--card);border:1px solid var(--line);border-radius:.75rem}
main>div>section,.activity{padding:.9rem;min-width:0}
@media(min-width:60rem){main{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}.activity{grid-column:1/-1;grid-row:1}}
@media(min-width:100rem){main:has(.activity){grid-template-columns:minmax(0,26rem) minmax(0,1fr) minmax(0,34rem)}main .activity{grid-column:2;grid-row:1}main:has(.activity) .inspector{grid-column:3}}
.running,.invitation{display:grid;gap:.5rem;justify-items:start;padding:.75rem;overflow-wrap:anywhere;border:1px dashed var(--edge);border-radius:.6rem}
.running button,.bar button{width:auto}
.invitation{border:2px solid var(--accent);background:var(--mark)}
.window{display:grid;gap:.75rem;min-width:0}
.bar{display:flex;flex-wrap:wrap;gap:.35rem .75rem;align-items:center;overflow-wrap:anywhere}
.bar button{margin-inline-start:auto}
.bar ul{display:flex;flex-wrap:wrap;gap:.25rem .5rem}
.bar li{padding:0 .6rem;border:1px solid var(--line);border-radius:1rem;font-size:.875rem}
.bar li.speaking,.tile.speaking{border-color:var(--good);box-shadow:0 0 0 2px var(--good)}
.layout{display:grid;gap:.75rem;min-width:0;grid-template-columns:minmax(0,1fr)}
.layout.grid{grid-template-columns:repeat(auto-fit,minmax(min(16rem,100%),1fr))}
.screen{position:relative;display:grid;grid-template-columns:minmax(0,1fr);overflow:clip;border:1px solid var(--edge);border-radius:.6rem;background:#000}
.screen>*,.screen::before{grid-area:1/1}
.screen::before{content:"";aspect-ratio:16/9;min-height:16rem;max-height:75vh}
.screen iframe{position:absolute;inset:0;width:100%;height:100%;border:0}
.mobile{justify-self:center;width:min(calc(min(75vh,44rem)*9/19.5),100%);border-width:4px;border-radius:1.5rem}
.mobile::before{aspect-ratio:9/19.5;max-height:none}
.mobile.landscape{width:min(44rem,100%)}
.mobile.landscape::before{aspect-ratio:19.5/9;min-height:0}
.pip .screen{position:fixed;z-index:2;inset-block-end:1rem;inset-inline-end:1rem;width:min(20rem,60vw);box-shadow:0 4px 24px #0008}
.pip .screen::before{min-height:0}
.tile{display:grid;place-items:center;padding:1rem;min-height:9rem;overflow-wrap:anywhere;border:1px solid var(--line);border-radius:.6rem;background:var(--back);font-weight:600}
.prompt{position:relative;display:grid;place-items:center;padding:.75rem;background:#000a}
.pip .prompt{position:fixed;inset:0;overflow:auto}
.card{width:min(26rem,100%);padding:1rem;background:var(--card);border-radius:.75rem;overflow-wrap:anywhere}
.prompt h3{margin:0;font-size:1.1rem}
.prompt li{padding:.3rem 0;border-bottom:1px solid var(--line)}
.prompt code{color:var(--soft)}
.window .location>div{flex-basis:7rem}
form{display:grid;gap:.6rem;margin:0}
.location{display:flex;flex-wrap:wrap;gap:.5rem;min-width:0}
.location>div{flex:1 1 9rem;min-width:0;max-width:16rem;font-size:.85rem}
label{font-weight:600;overflow-wrap:anywhere}
input,select,textarea,button{font:inherit;width:100%;padding:.5rem .75rem;border-radius:.5rem;border:1px solid var(--edge);background:var(--card);color:inherit;min-height:2.5rem}
button{cursor:pointer;font-weight:600;overflow-wrap:anywhere}
button:hover{border-color:var(--accent)}
button.main{background:var(--accent);border-color:var(--accent);color:var(--on)}
button.small{width:auto;min-height:1.75rem;padding:.1rem .6rem;font-size:.85rem}
button:disabled{cursor:default;color:var(--soft);border-color:var(--line)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.buttons,.controls{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}
.buttons button,.controls button{width:auto}
.controls{margin:.5rem 0}
.controls label,.controls select,.controls small{flex-basis:100%}
.field{display:grid;gap:.25rem}
[type=checkbox]{width:1.5rem;height:1.5rem;min-height:0;justify-self:start;accent-color:var(--accent)}
small,time,.cause,.nothing,.elsewhere,.waiting,footer{color:var(--soft);font-weight:400;font-size:.875rem}
.waiting:empty{display:none}
.waiting{margin:0}
#log{max-height:min(60vh,40rem);min-height:5rem;overflow-y:auto;border-radius:.5rem}
.message,.problem,.note{padding:.5rem .6rem;border-radius:.5rem;overflow-wrap:anywhere}
.message:hover{background:var(--back)}
.head{display:flex;flex-wrap:wrap;gap:.15rem .5rem;align-items:center}
.said{overflow-wrap:anywhere;white-space:pre-wrap}
.said p{margin:.1rem 0}
.said ul{margin-inline-start:1.25rem;list-style:disc}
.mark{padding:0 .5rem;border-radius:1rem;background:var(--mark);color:var(--ink);font-size:.8rem;font-weight:400}
.problem{border:1px solid var(--bad);border-inline-start-width:5px;background:var(--badback)}
.problem strong{color:var(--bad)}
.note{color:var(--soft);font-style:italic}
.banner{margin:0;padding:.6rem 1.5rem;background:var(--badback);border-bottom:2px solid var(--bad)}
.menu{position:relative;margin-inline-start:auto}
.menu .items{position:absolute;inset-inline-end:0;z-index:1;display:grid;gap:.25rem;width:max-content;min-width:9rem;max-width:min(18rem,80vw);padding:.4rem;background:var(--card);border:1px solid var(--edge);border-radius:.5rem}
.menu .items button{text-align:start;min-height:2rem;padding:.25rem .6rem}
.people li{display:flex;gap:.5rem;align-items:center;padding:.25rem 0;overflow-wrap:anywhere}
.people li>span:first-child{min-width:0}
.people small{display:block}
details{margin:0}
section details{margin:.4rem 0}
summary{padding:.55rem .9rem;cursor:pointer;font-weight:600;border-radius:.75rem;overflow-wrap:anywhere}
details>form,details>dl,details>.now{padding:0 .9rem .9rem;margin:0}
.consents{margin-bottom:.6rem;overflow-wrap:anywhere}
.consents li{padding:.15rem .6rem;border-inline-start:3px solid var(--good)}
.consents .refused{border-color:var(--bad)}
.exchanges{display:grid;gap:.35rem}
.exchanges>li{border:1px solid var(--line);border-radius:.5rem;min-width:0}
.exchanges>li.refused{border-color:var(--bad)}
.search{margin-bottom:.6rem}
.repeated{padding:0 .6rem .6rem}
.buttons>input{flex:1 1 9rem;width:auto;min-width:0}
.row{display:flex;flex-wrap:wrap;gap:.1rem .6rem;align-items:baseline;border:0;background:none;text-align:start;font-weight:400;padding:.4rem .6rem}
.row .title{flex:1 1 4rem;min-width:0;font-weight:600;overflow-wrap:anywhere}
.messages .title{flex-basis:13rem}
.row .result{color:var(--good);font-weight:600}
.refused .row .result{color:var(--bad)}
.row .ms{color:var(--soft);font-size:.85rem;text-align:end}
.details{padding:0 .75rem .75rem;display:grid;gap:.5rem;min-width:0}
.details section{min-width:0}
dl{margin:0;font-size:.9rem}
dt{color:var(--soft);overflow-wrap:anywhere}
dd{margin:0;overflow-wrap:anywhere;min-width:0}
.details>dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.15rem .75rem}
.headers>div{display:grid;grid-template-columns:minmax(0,12rem) minmax(0,1fr);gap:0 .75rem}
.ids>div{margin-bottom:.5rem}
.ids dd{display:flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:center}
code,pre{font:.85rem/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
pre{margin:.4rem 0 0;padding:.6rem;max-height:22rem;overflow:auto;background:var(--back);border-radius:.5rem;white-space:pre-wrap}
.now{font-size:.9rem}
.now li{padding:.15rem 0}
footer{padding:.75rem var(--side)}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media(max-width:30rem){.headers>div,.details>dl{grid-template-columns:minmax(0,1fr)}.headers dd,.details>dl>dd{margin-bottom:.3rem}}
@media(prefers-reduced-motion:reduce){*{scroll-behavior:auto}}`;

const hash = createHash("sha256").update(style).digest("base64");

/** Uses Trusted Types to prevent script and HTML injection. */
export function shellHeaders(activityOrigin: string): Readonly<Record<string, string>> {
  return {
    ...pageHeaders,
    "content-security-policy":
      `default-src 'none'; script-src 'self'; style-src 'sha256-${hash}'; connect-src 'self'; frame-src ${activityOrigin}; ` +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
  };
}

export const shell: string = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>slashpass emulator</title>
<style>${style}</style>
<div id="page"><noscript>This page requires JavaScript, because it shows events in real time.</noscript></div>
<script src="/play/script.js"></script>
</html>
`;
