import type { SearchHit } from "@polylog/core";
import { expect, test } from "vitest";
import type { EventStore } from "../../../src/store/store.ts";
import type { OpenStore } from "../contract.ts";
import { answer, append, delta, newSession, say } from "../write-log.ts";

const marked = (text: string) => text.replaceAll("[", "\ue000").replaceAll("]", "\ue001");

async function found(store: EventStore, query: string): Promise<string[]> {
  const hits = await store.search(query, 50);
  return hits.map((hit) => `${hit.seq} ${hit.snippet.replaceAll("\ue000", "[").replaceAll("\ue001", "]")}`);
}

export function searchContract(open: OpenStore): void {
  test("messages, answers and titles are found, newest first; deltas and hidden messages are not", async () => {
    const store = open();
    await store.commit({ created: [newSession("a"), newSession("b", { projectRoot: "/b" })] });
    await append(store, "a", [
      say("Where is the parser?"),
      delta(0, "parser"),
      answer("The parser is in core."),
    ]);
    await append(store, "b", [{ type: "user_message", text: "parser", hidden: true }]);
    await append(store, "b", [{ type: "title", title: "Parser work" }], {
      summary: { title: "Parser work" },
    });
    const hits: SearchHit[] = [
      { sessionId: "b", seq: 2, title: "Parser work", projectRoot: "/b", snippet: marked("[Parser] work") },
      {
        sessionId: "a",
        seq: 3,
        title: null,
        projectRoot: "/projects/polylog",
        snippet: marked("The [parser] is in core."),
      },
      {
        sessionId: "a",
        seq: 1,
        title: null,
        projectRoot: "/projects/polylog",
        snippet: marked("Where is the [parser]?"),
      },
    ];
    expect(await store.search("parser", 10)).toEqual(hits);
    expect(await store.search("parser", 2)).toEqual(hits.slice(0, 2));
    expect(await store.search("parser", 0)).toEqual([]);
  });

  test("every word is required; a compound must match as a phrase; the last word may be incomplete", async () => {
    const store = open();
    await store.commit({ created: [newSession("a")] });
    await append(store, "a", [
      say("open store.ts and read it"),
      say("ts of the store"),
      say("Crème brûlée für İstanbul"),
      say("日本語のテキスト"),
    ]);
    expect(await found(store, "store ts")).toEqual([
      "2 [ts] of the [store]",
      "1 open [store].[ts] and read it",
    ]);
    expect(await found(store, "store.ts")).toEqual(["1 open [store].[ts] and read it"]);
    expect(await found(store, "store.t")).toEqual(["1 open [store].[ts] and read it"]);
    expect(await found(store, "sto read")).toEqual([]);
    expect(await found(store, "store rea")).toEqual(["1 open [store].ts and [read] it"]);
    expect(await found(store, "creme BRULEE istanbul")).toEqual(["3 [Crème] [brûlée] für [İstanbul]"]);
    expect(await found(store, "本語")).toEqual(["4 日[本][語]のテキスト"]);
    expect(await found(store, "語本")).toEqual([]);
  });

  test("only the current title of a session is found", async () => {
    const store = open();
    await store.commit({ created: [newSession("a")] });
    await append(store, "a", [{ type: "title", title: "first name" }], { summary: { title: "first name" } });
    await append(store, "a", [{ type: "title", title: "second name" }], {
      summary: { title: "second name" },
    });
    expect(await found(store, "name")).toEqual(["2 second [name]"]);
    await append(store, "a", [{ type: "title", title: "third" }], {
      summary: { title: "third" },
      drops: [1, 2],
    });
    expect(await found(store, "name")).toEqual([]);
    expect(await found(store, "third")).toEqual(["3 [third]"]);
  });

  test("a query is plain text without syntax", async () => {
    const store = open();
    await store.commit({ created: [newSession("a")] });
    await append(store, "a", [say("plain words NEAR here")]);
    const hostile = [
      '"',
      '""',
      '"""',
      "'",
      "*",
      "words*",
      "words AND",
      "AND words",
      "words OR plain",
      "NOT words",
      "NEAR(words plain)",
      "NEAR",
      "text:words",
      "{text}:words",
      "^plain",
      "-words",
      "plain + words",
      "(((",
      ") OR 1=1; DROP TABLE events; --",
      '" OR search MATCH "x',
      "\u0000",
      "words\u0000plain",
      "\ud800",
      "\u0301",
      "%_",
      "\ue000words\ue001",
      "a ".repeat(5000),
      "x".repeat(100_000),
      "",
      " \n\t ",
    ];
    for (const query of hostile) expect(Array.isArray(await store.search(query, 5))).toBe(true);
    expect(await found(store, "NEAR words")).toEqual(["1 plain [words] [NEAR] here"]);
    expect(await found(store, '"plain" (words)*')).toEqual(["1 [plain] [words] NEAR here"]);
    expect(await found(store, "NOT words")).toEqual([]);
  });

  test("a snippet shows the text around the match, and only our own marks", async () => {
    const store = open();
    await store.commit({ created: [newSession("a")] });
    const filler = Array.from({ length: 400 }, (_, index) => `w${index}`).join(" ");
    await append(store, "a", [
      say(`${filler} needle ${filler}`),
      say("\ue000fake\ue001 needle\n\n\tnext"),
      say(`needle ${"-".repeat(3000)} end`),
      say(`needle${"🚀".repeat(300)}`),
      say(`needle ${"a".repeat(3000)}`),
    ]);
    const [last, rockets, dashes, fake, middle] = await found(store, "needle");
    expect(middle).toMatch(/^1 …w\d+ .*w399 \[needle\] w0 w1 .*w\d+…$/);
    expect(middle?.length).toBeLessThan(180);
    expect(fake).toBe("2 fake [needle] next");
    expect(dashes).toBe("3 [needle]…");
    expect(rockets).toBe("4 [needle]…");
    expect(last).toBe("5 [needle]…");
  });
}
