import { type FormEvent, type FunctionComponent, useState } from "react";
import { SessionBudgets } from "../budgets/session-budgets.tsx";
import { useStore } from "../store/store.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog/dialog.tsx";
import { TextField } from "../ui/fields/field.tsx";
import { CheckpointDialog } from "./checkpoint-dialog.tsx";
import { RewindDialog } from "./rewind-dialog.tsx";
import { deleteSession, renameSession, type SessionDialog, sessionDialog } from "./session-actions.ts";
import { McpDialog, StatusDialog } from "./status-dialog.tsx";

/** The dialogs of a session, in one place for everything that opens them. */
export function SessionDialogs() {
  const open = useStore(sessionDialog);
  if (open === null) return null;
  const Dialog = dialogs[open.about];
  return <Dialog of={open} />;
}

const dialogs = {
  rename: Rename,
  delete: Delete,
  budget: BudgetOf,
  rewind: ({ of: { sessionId, seq } }) =>
    seq === undefined ? (
      <RewindDialog sessionId={sessionId} onClose={close} />
    ) : (
      <CheckpointDialog sessionId={sessionId} seq={seq} onClose={close} />
    ),
  status: ({ of: { sessionId } }) => <StatusDialog sessionId={sessionId} onClose={close} />,
  mcp: ({ of: { sessionId } }) => <McpDialog sessionId={sessionId} onClose={close} />,
} satisfies Record<SessionDialog["about"], FunctionComponent<{ readonly of: SessionDialog }>>;

function BudgetOf({ of: { sessionId } }: { readonly of: SessionDialog }) {
  return (
    <Dialog
      open
      onClose={close}
      title="Budget"
      about="The session warns at 80 % and stops the run at 100 %. Raise the limit to continue."
    >
      <SessionBudgets sessionId={sessionId} />
    </Dialog>
  );
}

function close(): void {
  sessionDialog.set(null);
}

function Rename({ of: { sessionId, title } }: { readonly of: SessionDialog }) {
  const [failure, setFailure] = useState<string | null>(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget).get("title");
    if (typeof given !== "string" || given.trim() === "") return;
    renameSession(sessionId, given.trim()).then(close, (error: Error) => setFailure(error.message));
  };
  return (
    <Dialog open onClose={close} title="Rename session">
      <form onSubmit={submit}>
        <TextField
          label="Title"
          name="title"
          defaultValue={title}
          maxLength={200}
          error={failure}
          autoComplete="off"
        />
        <DialogActions>
          <Button onClick={close}>Cancel</Button>
          <Button look="primary" type="submit">
            Rename
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function Delete({ of: { sessionId, title } }: { readonly of: SessionDialog }) {
  const [failure, setFailure] = useState<string | null>(null);
  return (
    <Dialog
      open
      onClose={close}
      title="Delete this session?"
      about={`This permanently deletes “${title}” and its log from the server.`}
    >
      {failure !== null && <p role="alert">{failure}</p>}
      <DialogActions>
        <Button onClick={close}>Cancel</Button>
        <Button
          look="danger"
          onClick={() =>
            void deleteSession(sessionId).then(close, (error: Error) => setFailure(error.message))
          }
        >
          Delete
        </Button>
      </DialogActions>
    </Dialog>
  );
}
