import type { AgentInfo } from "@polylog/client";
import { firstPrompts } from "@polylog/core";
import { FolderClosed } from "lucide-react";
import { type RefObject, useId, useRef, useState } from "react";
import { type Prompt, PromptBox } from "../composer/prompt-box.tsx";
import { useAgents } from "../data/agents.ts";
import { client } from "../data/client.ts";
import { lastAgent, lastProject } from "../data/last-choices.ts";
import { draftOf, keepDraft } from "../data/session/drafts.ts";
import { loadSessions } from "../data/sessions.ts";
import { agentDescription, agentFacts } from "../format/agent-description.ts";
import { plural } from "../format/format.ts";
import { SidebarButton } from "../layout/sidebar-button.tsx";
import { useProjects } from "../projects/project-field.tsx";
import { useDefaultFolder } from "../projects/use-default-folder.ts";
import { go } from "../routing/router.ts";
import { useStore } from "../store/store.ts";
import { AgentGlyph } from "../ui/agent-glyph.tsx";
import { cx } from "../ui/cx.ts";
import { focusMessage } from "../ui/focus/focus-message.ts";
import { Spinner } from "../ui/spinner.tsx";
import styles from "./home-page.module.css";

const draftName = "new";

/** The start page: a message field, the agents on this machine, and example prompts. */
export function HomePage() {
  const { state, agents } = useAgents();
  const projects = useProjects();
  const [text, setText] = useState(() => draftOf(draftName));
  const chosen = useChosenAgent(agents);
  const usual = useDefaultFolder(chosen);
  const [typed, setTyped] = useState<string | null>(null);
  const projectRoot = (typed ?? usual).trim();
  const folder = useRef<HTMLInputElement>(null);
  const [isFolderWanted, setFolderWanted] = useState(false);
  const write = (value: string) => {
    setText(value);
    keepDraft(draftName, value);
  };
  const send = async ({ text: message, images }: Prompt): Promise<boolean> => {
    if (projectRoot === "") {
      setFolderWanted(true);
      folder.current?.focus();
      return false;
    }
    const { sessionId } = await client.chat.send({
      projectRoot,
      agentId: chosen?.id,
      text: message,
      images: images.length === 0 ? undefined : images,
    });
    if (projectRoot !== chosen?.projectRoot) lastProject.set(projectRoot);
    keepDraft(draftName, "");
    void loadSessions();
    go({ page: "session", sessionId, target: null });
    return true;
  };
  return (
    <main id="main" className={styles.page}>
      <div className={styles.bar}>
        <SidebarButton />
      </div>
      <div className={styles.column}>
        <h1 className={styles.question}>What should we work on?</h1>
        <PromptBox
          text={text}
          onText={write}
          placeholder={chosen === null ? "No agent is ready" : `Message ${chosen.id}`}
          onSend={send}
          sendLabel="Start"
          commands={[]}
          projectRoot={projectRoot === "" ? null : projectRoot}
          said={nothingSaid}
          isDisabled={chosen === null}
          autoFocus
        >
          <ProjectField
            field={folder}
            value={typed ?? usual}
            known={projects}
            isWanted={isFolderWanted}
            onChange={(path) => {
              setTyped(path);
              setFolderWanted(false);
            }}
          />
        </PromptBox>
        {isFolderWanted && projectRoot === "" && (
          <p className={styles.wanted} role="alert">
            Enter the folder {chosen?.id ?? "the agent"} should work in, then send again.
          </p>
        )}
        {state === "loading" && <Spinner label="Looking for agents" />}
        {state === "failed" && (
          <p className={styles.none}>Could not load the agents. Reload the page to try again.</p>
        )}
        <ul className={styles.agents}>
          {agents
            .filter(({ available }) => available)
            .map((agent) => (
              <li key={agent.id}>
                <AgentCard agent={agent} isChosen={agent.id === chosen?.id} />
              </li>
            ))}
        </ul>
        <ul className={styles.prompts}>
          {firstPrompts.map(({ title, text: words }) => (
            <li key={title}>
              <button
                type="button"
                className={styles.prompt}
                onClick={() => {
                  write(words);
                  focusMessage();
                }}
              >
                {title}
              </button>
            </li>
          ))}
        </ul>
        <MissingAgents agents={agents.filter(({ available }) => !available)} isOpen={chosen === null} />
      </div>
    </main>
  );
}

function nothingSaid(): readonly string[] {
  return [];
}

function useChosenAgent(agents: readonly AgentInfo[]): AgentInfo | null {
  const id = useStore(lastAgent);
  const ready = agents.filter(({ available }) => available);
  return ready.find((agent) => agent.id === id) ?? ready[0] ?? null;
}

function AgentCard({ agent, isChosen }: { readonly agent: AgentInfo; readonly isChosen: boolean }) {
  const { id } = agent;
  const facts = agentFacts(agent);
  return (
    <button
      type="button"
      className={cx(styles.agent, isChosen && styles.chosen)}
      aria-pressed={isChosen}
      onClick={() => lastAgent.set(id)}
    >
      <AgentGlyph agentId={id} size={28} />
      <span className={styles.about}>
        <span className={styles.name}>{id}</span>
        <span className={styles.detail}>{agentDescription(agent)}</span>
        {facts !== "" && <span className={styles.detail}>{facts}</span>}
      </span>
    </button>
  );
}

/** Agents that are not ready, and the reason for each. */
function MissingAgents({
  agents,
  isOpen,
}: {
  readonly agents: readonly AgentInfo[];
  readonly isOpen: boolean;
}) {
  if (agents.length === 0) return null;
  return (
    <details className={styles.missing} open={isOpen}>
      <summary>{plural(agents.length, "agent")} not ready</summary>
      <dl>
        {agents.map(({ id, reason }) => (
          <div key={id}>
            <dt>{id}</dt>
            <dd>{reason}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

interface ProjectFieldProps {
  readonly field: RefObject<HTMLInputElement | null>;
  /** A message was sent without a folder. */
  readonly isWanted: boolean;
  readonly value: string;
  readonly known: readonly string[];
  readonly onChange: (value: string) => void;
}

function ProjectField({ field, value, known, isWanted, onChange }: ProjectFieldProps) {
  const id = useId();
  return (
    <label className={styles.project}>
      <FolderClosed size={14} />
      <input
        ref={field}
        value={value}
        aria-invalid={isWanted}
        list={id}
        placeholder="Project folder, such as /home/you/code/app"
        aria-label="Project folder"
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          focusMessage();
        }}
      />
      <datalist id={id}>
        {known.map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
    </label>
  );
}
