import {
  Container,
  Editor,
  Markdown,
  ProcessTerminal,
  Spacer,
  Text,
  TuiMainScreen,
} from "@earendil-works/pi-tui";
import { talk } from "../workload/talk.ts";
import { onToken } from "./token-feed.ts";

/** A conversation as pi shows it: a component for each message, the last of them growing, and a field below. */
const as = (open: string, close: string) => (text: string) => `\x1b[${open}m${text}\x1b[${close}m`;
const bold = as("1", "22");
const dim = as("2", "22");
const cyan = as("36", "39");
const theme = {
  ...{ heading: bold, bold, link: cyan, linkUrl: dim, code: cyan, codeBlock: cyan, codeBlockBorder: dim },
  ...{ quote: dim, quoteBorder: dim, hr: dim, listBullet: cyan },
  ...{ italic: as("3", "23"), strikethrough: as("9", "29"), underline: as("4", "24") },
};
const tui = new TuiMainScreen(new ProcessTerminal());
const messages = new Container();
tui.addChild(messages);
const selectList = {
  selectedPrefix: cyan,
  selectedText: cyan,
  description: dim,
  scrollInfo: dim,
  noMatch: dim,
};
const editor = new Editor(tui, { borderColor: dim, selectList });
tui.addChild(editor);
tui.setFocus(editor);

for (const { role, text } of talk(Number(process.argv[2])))
  say(role === "user" ? new Text(text, 1, 0) : inMarkdown(text));
tui.start();

let growing: { readonly component: Markdown; text: string } | null = null;
onToken((token) => {
  if (token === null) {
    growing = null;
    return;
  }
  if (growing === null) {
    growing = { component: inMarkdown(""), text: "" };
    say(growing.component);
  }
  growing.text += token;
  growing.component.setText(growing.text);
  tui.requestRender();
});

function inMarkdown(text: string): Markdown {
  return new Markdown(text, 1, 0, theme);
}

function say(component: Text | Markdown): void {
  messages.addChild(new Spacer(1));
  messages.addChild(component);
}
