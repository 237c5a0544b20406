import { RequestError } from "@agentclientprotocol/sdk";
import { executedBy } from "@polylog/core";
import { countOf, type Native, textOf } from "../../connection/native-value.ts";
import type { FileFailure } from "../../project/file-failure.ts";
import { ProjectFolder } from "../../project/project-folder.ts";
import { safeRead } from "../../project/safe-read.ts";
import { safeWrite } from "../../project/safe-write.ts";
import { limits } from "../limits.ts";

/**
 * File access for an agent that reads and writes through its client. It is limited to the project and excludes writes
 * to files that other programs execute, because no person is asked.
 */
export class ProjectFiles {
  private readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  async read(params: Native): Promise<Native> {
    const { project, place } = await this.placeOf(params);
    const file = await safeRead(project, place, limits.fileBytes);
    if (!file.ok) throw failed(file);
    const lines = file.bytes.toString("utf8").split(/(?<=\n)/);
    const from = Math.max(0, (countOf(params.line) ?? 1) - 1);
    const most = countOf(params.limit) ?? lines.length;
    return { content: lines.slice(from, from + most).join("") };
  }

  async write(params: Native): Promise<Native> {
    const { project, place } = await this.placeOf(params);
    const program = (executedBy(place.shown) ?? executedBy(textOf(params.path) ?? ""))?.program;
    if (program !== undefined) {
      const details = `${place.shown} is executed or trusted by ${program}. Polylog does not write such files without permission.`;
      throw RequestError.invalidParams({ details });
    }
    const content = textOf(params.content);
    if (content === null) throw RequestError.invalidParams({ details: "The content is missing." });
    const before = await safeRead(project, place, limits.fileBytes);
    if (!before.ok && before.code !== "not_found") throw failed(before);
    const written = await safeWrite(project, place, Buffer.from(content), before.ok ? before.state : null);
    if (!written.ok) throw failed(written);
    return {};
  }

  private async placeOf(params: Native) {
    const project = await ProjectFolder.open(this.root);
    const place = await project.resolve(textOf(params.path) ?? "");
    if (!place.ok) throw RequestError.invalidParams({ details: place.message });
    return { project, place };
  }
}

function failed({ code, message }: FileFailure): RequestError {
  return new RequestError(code === "not_found" ? -32002 : -32603, message, { code });
}
