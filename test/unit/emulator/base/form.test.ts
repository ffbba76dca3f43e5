import { describe, expect, it, test } from "vitest";
import { isMultipart, parseMultipart } from "../../../../src/emulator/base/form.ts";

async function parse(fields: Readonly<Record<string, string | File>>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const encoded = new Response(form);
  const type = encoded.headers.get("content-type") ?? "";
  return parseMultipart(type, new Uint8Array(await encoded.arrayBuffer()));
}

const refused = (status: number, body: object) =>
  expect.objectContaining({ status, body: expect.objectContaining(body) });

test.each([
  ["multipart/form-data; boundary=x", true],
  ["Multipart/Form-Data; boundary=x", true],
  ["application/json", false],
  [null, false],
  [undefined, false],
])("for the content type %j, `isMultipart` returns %j", (type, expected) => {
  expect(isMultipart(type)).toBe(expected);
});

describe("a multipart form", () => {
  it("contains JSON and files keyed by index", async () => {
    const map = new File(["hello"], "map.txt", { type: "text/plain" });
    const form = await parse({
      payload_json: '{"content":"x"}',
      "files[3]": map,
      other: new File([], "raw"),
    });
    expect(form).toEqual({
      payload: { content: "x" },
      files: [
        { key: "3", filename: "map.txt", size: 5, contentType: "text/plain", content: expect.any(File) },
        {
          key: "2",
          filename: "raw",
          size: 0,
          contentType: "application/octet-stream",
          content: expect.any(File),
        },
      ],
    });
    expect(await form.files[0]?.content.text()).toBe("hello");
  });

  it("contains individual fields if there is no JSON", async () => {
    expect(await parse({ content: "x" })).toEqual({ payload: { content: "x" }, files: [] });
  });

  it("is rejected if the form or its JSON is invalid", async () => {
    await expect(parseMultipart("multipart/form-data; boundary=x", Buffer.from("?"))).rejects.toEqual(
      refused(400, { code: 50_035 }),
    );
    await expect(parse({ payload_json: "{" })).rejects.toEqual(refused(400, { code: 50_109 }));
  });

  it("contains at most ten files of 10 MiB each", async () => {
    const largest = new File([new Uint8Array(10 * 1024 * 1024)], "large");
    expect((await parse({ file: largest })).files).toMatchObject([{ size: 10_485_760 }]);
    await expect(parse({ file: new File([largest, "x"], "larger") })).rejects.toEqual(
      refused(413, { code: 40_005, message: expect.stringContaining("larger") }),
    );
    const many = Array.from({ length: 11 }, (_, index) => [`files[${index}]`, new File([], "x")] as const);
    expect((await parse(Object.fromEntries(many.slice(1)))).files).toHaveLength(10);
    await expect(parse(Object.fromEntries(many))).rejects.toEqual(
      refused(400, {
        errors: { files: { _errors: [expect.objectContaining({ code: "BASE_TYPE_MAX_LENGTH" })] } },
      }),
    );
  });
});
