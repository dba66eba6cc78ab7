import type { Endpoint } from '@wayside/contract/wire/endpoint';
import type { FastifyInstance } from 'fastify';
import { escapeMarkup } from '../../escape-markup.ts';
import { type OpenApiDocument, openApiDocument } from './openapi.ts';
import { API_BASE } from './register.ts';

/** Serves the OpenAPI document as JSON and as a page (API-16). */
export function addApiDocument(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  let sent: { document: string; reference: string } | null = null;
  // Built on the first request, because building it would take a quarter of the start-up time.
  const describe = () => {
    if (sent !== null) return sent;
    const document = openApiDocument(endpoints);
    sent = { document: JSON.stringify(document), reference: renderApiReference(document, endpoints) };
    return sent;
  };
  app.get(`${API_BASE}/openapi.json`, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(describe().document),
  );
  app.get('/api/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(describe().reference),
  );
}

const STYLE = `
  :root { color-scheme: light dark; --line: light-dark(#e4e2dd, #35332f); --quiet: light-dark(#6a675f, #a5a199); --accent: light-dark(#0b6b66, #5cc4bc); }
  body { margin: 0 auto; max-width: 60rem; padding: 2rem 1rem 6rem; font: 15px/1.5 system-ui, sans-serif; }
  h1 { font-size: 1.6rem; } h2 { margin-top: 3rem; text-transform: capitalize; }
  article { border-top: 1px solid var(--line); padding: 1rem 0; }
  h3 { margin: 0; font: 600 14px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; } h3 b { color: var(--accent); }
  p, dt, summary { color: var(--quiet); } dl { margin: .5rem 0; } dd { margin: 0 0 .25rem 1rem; }
  pre { overflow: auto; padding: .75rem; border: 1px solid var(--line); border-radius: 8px; font-size: 12px; }`;

type Operation = ReturnType<typeof operationOf>;

function operationOf(document: OpenApiDocument, endpoint: Endpoint) {
  return document.paths[endpoint.path]?.[endpoint.method.toLowerCase()] as {
    readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: unknown }[];
    readonly requestBody?: { readonly content: Record<string, { readonly schema: unknown }> };
    readonly responses: Record<
      string,
      { readonly description: string; readonly content: Record<string, { readonly schema: unknown }> }
    >;
  };
}

const renderSchema = (title: string, schema: unknown): string =>
  schema === undefined
    ? ''
    : `<details><summary>${title}</summary><pre tabindex="0">${escapeMarkup(JSON.stringify(schema, null, 2))}</pre></details>`;

function renderParameters({ parameters }: Operation): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(
    ({ name, in: place, schema }) =>
      `<dt><code>${escapeMarkup(name)}</code> in ${place}</dt><dd><code>${escapeMarkup(JSON.stringify(schema))}</code></dd>`,
  );
  return `<dl>${rows.join('')}</dl>`;
}

/** Returns the full path of an endpoint. Calls of the file host are available at the root and under the base path. */
const fullPathOf = ({ servers }: OpenApiDocument, { path, isOfFileHost }: Endpoint): string =>
  `${isOfFileHost ? `${path}, also ` : ''}${servers[0]?.url}${path}`;

function bodyOf({ requestBody }: Operation): [title: string, schema: unknown] {
  const [[type, content] = []] = Object.entries(requestBody?.content ?? {});
  return [type === 'multipart/form-data' ? 'Form' : 'Body', content?.schema];
}

function responseOf({ responses }: Operation): [title: string, schema: unknown] {
  const content = responses['200']?.content ?? {};
  const events = content['text/event-stream'];
  return events ? ['Event', events.schema] : ['Answer', content['application/json']?.schema];
}

function renderArticle(document: OpenApiDocument, endpoint: Endpoint): string {
  const operation = operationOf(document, endpoint);
  const codes = Object.entries(operation.responses).map(
    ([code, { description }]) => `<dt>${code}</dt><dd>${escapeMarkup(description)}</dd>`,
  );
  return `<article id="${endpoint.name}"><h3><b>${endpoint.method}</b> ${escapeMarkup(fullPathOf(document, endpoint))}</h3>
    <p>${escapeMarkup(endpoint.summary)}</p>${renderParameters(operation)}
    ${renderSchema(...bodyOf(operation))}
    ${renderSchema(...responseOf(operation))}
    <details><summary>Codes</summary><dl>${codes.join('')}</dl></details></article>`;
}

function renderApiReference(document: OpenApiDocument, endpoints: readonly Endpoint[]): string {
  const sections = document.tags.map(
    ({ name }) =>
      `<h2>${escapeMarkup(name)}</h2>${endpoints
        .filter(({ tag }) => tag === name)
        .map((endpoint) => renderArticle(document, endpoint))
        .join('')}`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>Wayside API</title><style>${STYLE}</style></head><body><h1>Wayside API</h1>
    <p>${escapeMarkup(document.info.description)} Every call but the login carries the session in the header <code>token</code>.
    Errors are <code>{status: false, code, params, message, requestId, errors?}</code>. <a href="/api/v1/openapi.json">OpenAPI document</a></p>
    ${sections.join('')}</body></html>`;
}
