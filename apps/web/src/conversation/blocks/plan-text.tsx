import { Markdown } from "../../markdown/markdown.tsx";
import type { BlockProps } from "./block-view.tsx";
import { TodoList } from "./todos.tsx";

export function PlanText({ block: { text, items } }: BlockProps<"plan">) {
  return (
    <>
      {text !== null && <Markdown text={text} />}
      {items.length > 0 && <TodoList items={items} />}
    </>
  );
}
