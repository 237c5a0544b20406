import { entryAt } from "@polylog/core";
import { TodoList } from "../cards/blocks/list-blocks.tsx";
import { PlanBlock } from "../cards/blocks/text-blocks.tsx";
import { useSessionPart } from "../data/client.ts";
import { useSessionContext } from "../data/session/session-context.ts";
import { useSessionAgent } from "../data/session/use-session-agent.ts";
import styles from "./panel.module.css";

/** The latest plan and the to-dos. */
export function PlanTab() {
  const plan = useSessionPart(useSessionContext(), ({ conversation }) => {
    const entry = conversation.plan === null ? null : entryAt(conversation, conversation.plan);
    return entry?.kind === "plan" ? entry : null;
  });
  const { agent } = useSessionAgent();
  const todos = agent?.todos ?? [];
  if (plan === null && todos.length === 0) return <p className={styles.none}>No plan or to-dos yet</p>;
  return (
    <>
      {todos.length > 0 && (
        <section className={styles.section}>
          <h2 className={styles.heading}>To-dos</h2>
          <TodoList items={todos} />
        </section>
      )}
      {plan !== null && (
        <section className={styles.section}>
          <h2 className={styles.heading}>Plan</h2>
          <PlanBlock
            block={{ kind: "plan", text: plan.editedPlan ?? plan.text, items: plan.items, collapsed: false }}
          />
        </section>
      )}
    </>
  );
}
