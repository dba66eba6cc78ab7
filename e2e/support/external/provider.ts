import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Asked, crossOrigin, type Route, readRequest, sendAnswer } from './exchange.ts';
import { type Misbehaviour, misbehave, unknownCall } from './misbehaviour.ts';

interface Endpoint {
  readonly path: string;
}

/**
 * Somebody else's back end with the wire contract of the specification: what that leaves open it answers in its own
 * way, and of our server's calls it knows none. API and files are on ports of their own.
 */
export interface ExternalApi {
  /** Where its API is, without a slash at the end. */
  readonly url: string;
  readonly fileUrl: string;
  /** What it was asked of a call, in order. */
  asked(endpoint: Endpoint): Asked[];
  /** All that it was asked, in order: "GET /user/…". */
  allAsked(): string[];
  /** What it was asked by another content type than its kind has: JSON, a form with a file, an image's none. */
  ofOtherType(): string[];
  /** What it was asked and does not know. */
  unknown(): string[];
  /** The next times it is asked for a call, it does this instead. */
  misbehaves(endpoint: Endpoint, ...how: Misbehaviour[]): void;
  /** Forgets what it was asked, how it was to misbehave, and what was changed in its records. */
  forget(): void;
  stop(): Promise<void>;
}

const typeOf = (template: string | null): RegExp => {
  if (template === '/uploads/{}') return /^$/;
  return template === '/file/single' ? /^multipart\/form-data; boundary=/ : /^application\/json$/;
};
const templateOf = (path: string) => path.replaceAll(/\{\w*\}/g, '{}');

/**
 * Starts one that knows some calls.
 * @param makeRoutes makes them, with records that nobody has changed
 */
export async function startExternalApi(makeRoutes: () => readonly (readonly Route[])[]): Promise<ExternalApi> {
  const beginAnew = () =>
    makeRoutes()
      .flat()
      .map((route) => ({
        ...route,
        pattern: new RegExp(`^${route.path.replaceAll('.', '\\.').replaceAll('{}', '([^/]+)')}$`),
      }));
  let known = beginAnew();
  const log: { asked: Asked; template: string | null }[] = [];
  const plans = new Map<string, Misbehaviour[]>();

  const find = (asked: Asked) => {
    for (const route of known) {
      const match = route.pattern.exec(asked.path);
      if (match && route.method.split(' ').includes(asked.method))
        return { route, id: decodeURIComponent(match[1] ?? '') };
    }
    return null;
  };
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    for (const [name, value] of Object.entries(crossOrigin(request))) response.setHeader(name, value);
    // On a connection that was used before, a browser repeats by itself what was dropped.
    response.setHeader('connection', 'close');
    if (request.method === 'OPTIONS') return response.writeHead(204).end();
    const asked = await readRequest(request);
    const found = find(asked);
    log.push({ asked, template: found?.route.path ?? null });
    response.on('close', () => {
      asked.wasGivenUp = !response.writableEnded;
    });
    if (!found) return sendAnswer(response, unknownCall);
    const plan = plans.get(found.route.path)?.shift();
    const isHeld = typeof plan === 'object' && 'held' in plan;
    if (plan === 'no cors') response.removeHeader('access-control-allow-origin');
    else if (plan !== undefined && !isHeld) return misbehave(response, plan);
    const answer = found.route.answer({ ...asked, id: found.id });
    if (isHeld) await plan.held;
    sendAnswer(response, answer);
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
    asked: ({ path }) => log.filter(({ template }) => template === templateOf(path)).map(({ asked }) => asked),
    allAsked: () => log.map(({ asked: { method, path } }) => `${method} ${path}`),
    ofOtherType: () =>
      log
        .filter(({ asked, template }) => !typeOf(template).test(asked.contentType ?? ''))
        .map(({ asked: { method, path, contentType } }) => `${method} ${path}: ${contentType}`),
    unknown: () =>
      log.filter(({ template }) => template === null).map(({ asked: { method, path } }) => `${method} ${path}`),
    misbehaves: ({ path }, ...how) => void plans.set(templateOf(path), how),
    forget: () => {
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
