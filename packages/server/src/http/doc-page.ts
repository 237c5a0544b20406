import type { ApiDocument, Content, JsonSchema, Operation } from "./openapi.ts";

/** The routes as one page of plain HTML: no scripts, no external resources, and all text escaped. */

export function docPage(document: ApiDocument): string {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({
      method,
      path,
      operation,
    })),
  );
  const groups = Map.groupBy(operations, ({ operation }) => operation.tags?.[0] ?? "other");
  const sections = [...groups].map(
    ([group, members]) =>
      `<section><h2 id="${escapeHtml(group)}">${escapeHtml(group)}</h2>${members.map(operationOf).join("")}</section>`,
  );
  const links = [...groups.keys()].map((group) => `<a href="#${escapeHtml(group)}">${escapeHtml(group)}</a>`);
  const schemas = Object.entries((document.components?.schemas ?? {}) as Record<string, JsonSchema>);
  const named = schemas.map(
    ([name, schema]) => `<h3 id="schema-${escapeHtml(name)}">${escapeHtml(name)}</h3>${fieldsOf(schema)}`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Polylog HTTP API</title><link rel="stylesheet" href="doc/style.css"></head>
<body><header><h1>Polylog ${escapeHtml(document.info.version)}</h1><nav>${links.join(" ")}</nav>
<p>Machine-readable: <code>GET /api/openapi.json</code></p></header>
<main>${sections.join("\n")}<section><h2>Schemas</h2>${named.join("\n")}</section></main></body></html>
`;
}

function operationOf({
  method,
  path,
  operation,
}: {
  method: string;
  path: string;
  operation: Operation;
}): string {
  const parameters = (operation.parameters ?? []).map((parameter) =>
    row(parameter.name, parameter.schema, parameter.required === true, parameter.description ?? parameter.in),
  );
  const answers = Object.entries(operation.responses ?? {}).map(
    ([status, answer]) =>
      `<li><b>${escapeHtml(status)}</b> ${escapeHtml(answer.description ?? "")} ${shapeOf(answer)}</li>`,
  );
  const body = operation.requestBody === undefined ? "" : `<h4>body</h4>${shapeOf(operation.requestBody)}`;
  const table = parameters.length === 0 ? "" : `<h4>parameters</h4><table>${parameters.join("")}</table>`;
  return `<article><h3><code>${escapeHtml(method.toUpperCase())} ${escapeHtml(path)}</code></h3>
<p>${escapeHtml(operation.summary ?? "")}. <small>${escapeHtml(operation.description ?? "")}</small></p>
${table}${body}<h4>Responses</h4><ul>${answers.join("")}</ul></article>`;
}

function shapeOf({ content }: Content): string {
  return Object.entries(content ?? {})
    .map(([type, { schema }]) => `<small>${escapeHtml(type)}</small> ${fieldsOf(schema ?? {})}`)
    .join("");
}

function fieldsOf(schema: JsonSchema): string {
  if (schema.allOf !== undefined) return schema.allOf.map(fieldsOf).join(" and ");
  if (schema.properties === undefined) return typeOf(schema);
  const required = new Set(schema.required ?? []);
  const rows = Object.entries(schema.properties).map(([name, field]) =>
    row(name, field, required.has(name), field.description ?? ""),
  );
  return `<table>${rows.join("")}</table>`;
}

function row(name: string, schema: JsonSchema | undefined, required: boolean, text: string): string {
  const mark = required ? "" : " <small>optional</small>";
  return `<tr><td><code>${escapeHtml(name)}</code>${mark}</td><td>${typeOf(schema ?? {})}</td><td>${escapeHtml(text)}</td></tr>`;
}

function typeOf(schema: JsonSchema): string {
  const name = schema.$ref?.split("/").at(-1);
  if (name !== undefined) return `<a href="#schema-${escapeHtml(name)}">${escapeHtml(name)}</a>`;
  if (schema.enum !== undefined)
    return schema.enum.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(" | ");
  if (schema.items !== undefined) return `list of ${typeOf(schema.items)}`;
  const either = schema.anyOf;
  if (either !== undefined) return either.map(typeOf).join(" or ");
  return escapeHtml([schema.type ?? "anything"].flat().join(" or "));
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export const docStyle = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; }
nav a { margin-right: 0.75rem; }
article { border-top: 1px solid #8886; padding: 0.5rem 0; }
h3, h4 { margin: 0.75rem 0 0.25rem; }
table { border-collapse: collapse; margin: 0.25rem 0; }
td { padding: 0.15rem 0.75rem 0.15rem 0; vertical-align: top; }
small { opacity: 0.75; }
`;
