import { Box, render, Text } from "ink";
import { createElement, type ReactNode, useEffect, useState } from "react";
import { talk } from "../workload/talk.ts";
import { onToken } from "./token-feed.ts";

/** A conversation in Ink, all of it dynamic: a typical first version. */
const before = talk(Number(process.argv[2]));

function Message({ text }: { readonly text: string }): ReactNode {
  return createElement(Box, { marginTop: 1 }, createElement(Text, null, text));
}

function ConversationList(): ReactNode {
  const [answers, setAnswers] = useState<readonly string[]>([]);
  const [isNew, setNew] = useState(true);
  useEffect(() => {
    let next = true;
    onToken((token) => {
      if (token === null) next = true;
      else if (next) {
        next = false;
        setAnswers((all) => [...all, token]);
      } else setAnswers((all) => [...all.slice(0, -1), `${all.at(-1)}${token}`]);
      setNew(next);
    });
  }, []);
  const said = [...before.map(({ text }) => text), ...answers];
  return createElement(
    Box,
    { flexDirection: "column" },
    // Spread as separate children, they need no keys.
    ...said.map((text) => Message({ text })),
    createElement(Text, { dimColor: true }, isNew ? "> " : "> …"),
  );
}

render(createElement(ConversationList));
