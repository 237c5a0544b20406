import { realPath } from "@polylog/backends/project";
import { type PermissionSubject, permissionSubject } from "@polylog/core";
import type { LiveSession } from "../log/live-session.ts";
import type { PermissionCall } from "./decide.ts";
import { type AskedEdit, callBehind } from "./project-edit.ts";

/** The call that a permission is requested for, with the real paths of files and folders. */
export async function permissionCall(session: LiveSession, asked: AskedEdit): Promise<PermissionCall> {
  const { sessionId, projectRoot } = session;
  const { toolName } = asked;
  const call = { sessionId, projectRoot, toolName };
  const subject = permissionSubject({ toolName, input: asked.input, projectRoot });
  if (subject === null || subject.kind === "call") {
    const subjects = [subject, subjectBehind(session, asked)].filter((each) => each !== null);
    return { ...call, subject, touches: await Promise.all(subjects.map(withRealFiles)) };
  }
  const touched = await withRealFiles(subject);
  return { ...call, subject: await realSubject(subject, projectRoot), touches: [touched] };
}

/** Some agents request permission without naming files, but their call names them. Deny rules check both. */
function subjectBehind(
  { conversation, projectRoot }: LiveSession,
  asked: AskedEdit,
): PermissionSubject | null {
  const call = callBehind(conversation, asked);
  if (call === null) return null;
  const { input, locations, content } = call;
  const shown = content.flatMap((part) => (part.type === "diff" ? [part.path] : []));
  const paths = [...locations.map(({ path }) => path), ...shown];
  const fields = typeof input === "object" && input !== null ? input : {};
  return permissionSubject({ toolName: asked.toolName, input: { ...fields, paths }, projectRoot });
}

/** Deny rules match a file by its path and by its real path. */
async function withRealFiles(subject: PermissionSubject): Promise<PermissionSubject> {
  const real = await Promise.all(subject.files.map(realPath));
  return { ...subject, files: [...new Set([...subject.files, ...real.filter((file) => file !== null)])] };
}

/** Null if a file's path is a broken link, which no rule allows. */
async function realSubject(
  subject: PermissionSubject,
  projectRoot: string,
): Promise<PermissionSubject | null> {
  if (subject.kind === "file") {
    const text = await realPath(subject.text);
    return text === null ? null : { ...subject, text };
  }
  if (subject.cwd === null) return subject;
  const [cwd, root] = await Promise.all([realPath(subject.cwd), realPath(projectRoot)]);
  return { ...subject, cwd: cwd !== null && cwd === root ? null : (cwd ?? subject.cwd) };
}
