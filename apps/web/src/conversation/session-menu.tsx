import { Archive, Copy, Download, Ellipsis, GitFork, Pencil, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { go } from "../app/router.ts";
import { client } from "../data/client.ts";
import { dropRow, putRow } from "../data/sessions.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { TextField } from "../ui/field.tsx";
import { Menu, MenuItem, MenuLine } from "../ui/menu.tsx";
import { download } from "./download.ts";
import { useScope } from "./session-scope.ts";

/** What can be done with a session as a whole. */
export function SessionMenu() {
  const { sessionId, conversation } = useScope();
  const [asking, setAsking] = useState<"rename" | "delete" | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const attempt = (work: () => Promise<void>) => {
    setFailure(null);
    work().then(
      () => setAsking(null),
      (error: Error) => setFailure(error.message),
    );
  };
  const fork = async () => {
    const row = await client.fork(sessionId);
    putRow(row);
    go({ page: "session", sessionId: row.sessionId, target: null });
  };
  const save = async (format: "md" | "html" | "jsonl") =>
    download(`${conversation.title ?? "session"}.${format}`, await client.exportSession(sessionId, format));
  const archive = async () => {
    putRow(await client.changeSession(sessionId, { archived: true }));
    go({ page: "home" });
  };
  const remove = async () => {
    await client.deleteSession(sessionId);
    dropRow(sessionId);
    go({ page: "home" });
  };
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton label="Session">
            <Ellipsis size={16} />
          </IconButton>
        }
      >
        <MenuItem icon={<Pencil size={14} />} onSelect={() => setAsking("rename")}>
          Rename…
        </MenuItem>
        <MenuItem icon={<GitFork size={14} />} onSelect={() => attempt(fork)}>
          Fork
        </MenuItem>
        <MenuItem
          icon={<Copy size={14} />}
          onSelect={() => void navigator.clipboard?.writeText(location.href)}
        >
          Copy link
        </MenuItem>
        <MenuItem icon={<Download size={14} />} onSelect={() => attempt(() => save("md"))}>
          Export as Markdown
        </MenuItem>
        <MenuItem icon={<Download size={14} />} onSelect={() => attempt(() => save("html"))}>
          Export as HTML
        </MenuItem>
        <MenuItem icon={<Download size={14} />} onSelect={() => attempt(() => save("jsonl"))}>
          Export the log
        </MenuItem>
        <MenuLine />
        <MenuItem icon={<Archive size={14} />} onSelect={() => attempt(archive)}>
          Archive
        </MenuItem>
        <MenuItem icon={<Trash2 size={14} />} danger onSelect={() => setAsking("delete")}>
          Delete…
        </MenuItem>
      </Menu>
      <RenameDialog
        isOpen={asking === "rename"}
        title={conversation.title ?? ""}
        failure={failure}
        onClose={() => setAsking(null)}
        onRename={(title) => attempt(async () => putRow(await client.changeSession(sessionId, { title })))}
      />
      <Dialog
        open={asking === "delete"}
        onClose={() => setAsking(null)}
        title="Delete this session?"
        about="Its whole log is removed from the server’s disk. This cannot be undone."
      >
        {failure !== null && <p role="alert">{failure}</p>}
        <DialogActions>
          <Button onClick={() => setAsking(null)}>Keep it</Button>
          <Button look="danger" onClick={() => attempt(remove)}>
            Delete
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

interface RenameDialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly failure: string | null;
  readonly onClose: () => void;
  readonly onRename: (title: string) => void;
}

function RenameDialog({ isOpen, title, failure, onClose, onRename }: RenameDialogProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget).get("title");
    if (typeof given === "string" && given.trim() !== "") onRename(given.trim());
  };
  return (
    <Dialog open={isOpen} onClose={onClose} title="Rename the session">
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
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit">
            Rename
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
