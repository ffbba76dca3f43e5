import { testRandomSignIns } from "../setup/social-sdk/random-sign-ins.ts";

testRandomSignIns(10_000, 3_600_000);
