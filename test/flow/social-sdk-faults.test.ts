import { cases } from "../setup/cases.ts";
import { testRandomSignIns } from "../setup/social-sdk/random-sign-ins.ts";

testRandomSignIns(cases(200, 50), 300_000);
