import { Waypoints } from "lucide-react";
import { Menu, MenuChoices, MenuLabel } from "../ui/menu/menu.tsx";
import styles from "./controls.module.css";
import { Control } from "./controls.tsx";

export type Delivery = "auto" | "queue";

interface DeliverySwitchProps {
  readonly delivery: Delivery;
  readonly onDelivery: (delivery: Delivery) => void;
}

const deliveries = [
  { id: "auto", name: "Steer", detail: "Adds to the current run" },
  { id: "queue", name: "Queue", detail: "Runs after the current run" },
] as const;

/** Whether Enter steers or queues while the agent is running. */
export function DeliverySwitch({ delivery, onDelivery }: DeliverySwitchProps) {
  return (
    <Menu
      side="top"
      trigger={
        <Control label={`While running: ${delivery === "queue" ? "queue" : "steer"}`}>
          <Waypoints size={14} />
          <span className={styles.name}>{delivery === "queue" ? "Queue" : "Steer"}</span>
        </Control>
      }
    >
      <MenuLabel>While the agent is running, Enter will</MenuLabel>
      <MenuChoices value={delivery} choices={deliveries} onChoose={(id) => onDelivery(id as Delivery)} />
    </Menu>
  );
}
