import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  corsHeaders,
  failureResponse,
  type NextResponse,
  type ReceivedRequest,
  readRequest,
  sendResponse,
  unknownCallResponse,
} from './exchange.ts';
import { fileRoutes } from './file-routes.ts';
import { makeExternalRoutes } from './marketplace.ts';

interface Endpoint {
  readonly path: string;
}

/**
 * An external API with the wire contract of the specification. Where the contract allows a choice, it responds in its
 * own way. It implements none of our extensions and serves API and files on separate ports.
 */
export interface ExternalApi {
  /** The URL of the API, without a trailing slash. */
  readonly url: string;
  readonly fileUrl: string;
  /** Returns the requests that it received for a call, in order. */
  requests(endpoint: Endpoint): ReceivedRequest[];
  /** Returns all requests that it received, in order: "GET /user/…". */
  allRequests(): string[];
  /** Returns the requests with a wrong content type: JSON is expected, a form for a file, none for an image. */
  requestsWithWrongContentType(): string[];
  /** Returns the requests for calls that it does not implement. */
  unknownRequests(): string[];
  /** Sets the responses to the next requests for a call. */
  setNextResponses(endpoint: Endpoint, ...how: NextResponse[]): void;
  /** Discards all requests, planned responses and changes to its records. */
  reset(): void;
  stop(): Promise<void>;
}

const typeOf = (template: string | null): RegExp => {
  if (template === '/uploads/{}') return /^$/;
  return template === '/file/single' ? /^multipart\/form-data; boundary=/ : /^application\/json$/;
};
const templateOf = (path: string) => path.replaceAll(/\{\w*\}/g, '{}');

/** Starts an external API with the records of makeExternalRoutes. */
export async function startExternalApi(): Promise<ExternalApi> {
  const beginAnew = () =>
    [...makeExternalRoutes(), ...fileRoutes()].map((route) => ({
      ...route,
      pattern: new RegExp(`^${route.path.replaceAll('.', '\\.').replaceAll('{}', '([^/]+)')}$`),
    }));
  let known = beginAnew();
  const log: { request: ReceivedRequest; template: string | null }[] = [];
  const plans = new Map<string, NextResponse[]>();

  const find = (request: ReceivedRequest) => {
    for (const route of known) {
      const match = route.pattern.exec(request.path);
      if (match && route.method.split(' ').includes(request.method))
        return { route, id: decodeURIComponent(match[1] ?? '') };
    }
    return null;
  };
  const handle = async (incoming: IncomingMessage, response: ServerResponse) => {
    for (const [name, value] of Object.entries(corsHeaders(incoming))) response.setHeader(name, value);
    // A browser automatically repeats a dropped request on a connection that it has used before.
    response.setHeader('connection', 'close');
    if (incoming.method === 'OPTIONS') return response.writeHead(204).end();
    const request = await readRequest(incoming);
    const found = find(request);
    log.push({ request, template: found?.route.path ?? null });
    response.on('close', () => {
      request.wasAborted = !response.writableEnded;
    });
    if (!found) return sendResponse(response, unknownCallResponse);
    const plan = plans.get(found.route.path)?.shift();
    const isHeld = typeof plan === 'object' && 'held' in plan;
    if (plan === 'no cors') response.removeHeader('access-control-allow-origin');
    else if (plan === 'dropped') return response.destroy();
    else if (plan !== undefined && !isHeld) return sendResponse(response, failureResponse(plan));
    const answer = found.route.respond({ ...request, id: found.id });
    if (isHeld) await plan.held;
    sendResponse(response, answer);
  };
  const listen = async () => {
    const server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };
  const servers = [await listen(), await listen()];
  const [url = '', fileUrl = ''] = servers.map(
    (server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  );
  return {
    url,
    fileUrl,
    requests: ({ path }) =>
      log.filter(({ template }) => template === templateOf(path)).map(({ request }) => request),
    allRequests: () => log.map(({ request: { method, path } }) => `${method} ${path}`),
    requestsWithWrongContentType: () =>
      log
        .filter(({ request, template }) => !typeOf(template).test(request.contentType ?? ''))
        .map(({ request: { method, path, contentType } }) => `${method} ${path}: ${contentType}`),
    unknownRequests: () =>
      log.filter(({ template }) => template === null).map(({ request: { method, path } }) => `${method} ${path}`),
    setNextResponses: ({ path }, ...how) => void plans.set(templateOf(path), how),
    reset: () => {
      log.length = 0;
      plans.clear();
      known = beginAnew();
    },
    stop: async () => {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
        await once(server, 'close');
      }
    },
  };
}
