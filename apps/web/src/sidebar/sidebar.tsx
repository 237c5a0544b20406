import { ChartColumn, Inbox, Search, Settings, SquarePen, Target } from "lucide-react";
import { useState } from "react";
import { useAsks } from "../data/asks.ts";
import { client, useConnection } from "../data/client.ts";
import { connectionOf } from "../data/connection.ts";
import { ConnectionStatus } from "../layout/connection-status.tsx";
import { Link } from "../routing/link.tsx";
import type { Route } from "../routing/route.ts";
import { Badge } from "../ui/badge.tsx";
import { SessionList } from "./session-list.tsx";
import styles from "./sidebar.module.css";

const places = [
  { page: "usage", name: "Usage", icon: ChartColumn, to: { page: "usage", sessionId: null } },
  { page: "missions", name: "Missions", icon: Target, to: { page: "missions" } },
] as const;

/** The navigation on the left. */
export function Sidebar({ route }: { readonly route: Route }) {
  const { asks } = useAsks();
  const link = useConnection(client);
  const [typed, setTyped] = useState("");
  return (
    <nav className={styles.sidebar} aria-label="Sessions">
      <header className={styles.head}>
        <span className={styles.brand}>Polylog</span>
        <Link to={{ page: "home" }} className={styles.new} aria-label="New session" title="New session">
          <SquarePen size={16} />
        </Link>
      </header>
      <div className={styles.top}>
        <Link
          to={{ page: "inbox" }}
          className={styles.item}
          aria-current={route.page === "inbox" ? "page" : undefined}
        >
          <Inbox size={15} />
          <span className={styles.grow}>Inbox</span>
          {asks.length > 0 && <Badge tone="waiting">{asks.length}</Badge>}
        </Link>
        <label className={styles.search}>
          <Search size={15} />
          <input
            type="search"
            placeholder="Search sessions and text"
            aria-label="Search sessions and text"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Escape" || typed === "") return;
              event.preventDefault();
              setTyped("");
            }}
          />
        </label>
      </div>
      <SessionList typed={typed} current={route.page === "session" ? route.sessionId : null} />
      <footer className={styles.foot}>
        <Link
          to={{ page: "settings", section: "appearance" }}
          className={styles.item}
          aria-current={route.page === "settings" ? "page" : undefined}
        >
          <Settings size={15} />
          <span className={styles.grow}>Settings</span>
        </Link>
        {places.map(({ page, name, icon: Icon, to }) => (
          <Link
            key={page}
            to={to}
            className={styles.place}
            aria-label={name}
            title={name}
            aria-current={route.page === page ? "page" : undefined}
          >
            <Icon size={15} />
          </Link>
        ))}
        <ConnectionStatus connection={connectionOf(link.state, null)} reason={link.error?.message ?? null} />
      </footer>
    </nav>
  );
}
