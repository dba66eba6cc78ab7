import type { ServerResponse } from 'node:http';
import { type Answer, sendAnswer } from './exchange.ts';

/**
 * How a call can go wrong. `refused` may say why; `json` is a body with status 200, in which alone the failure stands;
 * `held` is answered as usual, once its promise resolves; `no cors` is answered as usual, for nobody on another origin to read.
 */
export type Misbehaviour =
  | 'html 500'
  | 'html 502'
  | 'html 200'
  | 'refused'
  | { readonly refused: string }
  | { readonly json: unknown }
  | { readonly status: number; readonly message: string }
  | 'unauthorized'
  | 'empty'
  | 'truncated'
  | 'dropped'
  | 'no cors'
  | { readonly held: Promise<void> };

const page = (title: string) => `<!doctype html><title>${title}</title><h1>${title}</h1><hr>stranger/1.0`;
const html = (status: number, title: string): Answer => ({ status, body: page(title), type: 'text/html' });

const ANSWERS: Readonly<Record<string, Answer>> = {
  'html 500': html(500, 'Internal Server Error'),
  'html 502': html(502, 'Bad Gateway'),
  'html 200': html(200, 'Welcome'),
  refused: { json: { status: false, success: false } },
  unauthorized: { status: 401, json: { message: 'jwt expired' } },
  empty: { body: '' },
  truncated: { body: '{"status":true,"data":[{"na' },
};

/** Misbehaves, instead of an answer. */
export function misbehave(
  response: ServerResponse,
  how: Exclude<Misbehaviour, 'no cors' | { held: unknown }>,
): void {
  if (how === 'dropped') response.destroy();
  else if (typeof how === 'string') sendAnswer(response, ANSWERS[how] ?? {});
  else if ('json' in how) sendAnswer(response, how);
  else if ('refused' in how)
    sendAnswer(response, { json: { status: false, success: false, message: how.refused } });
  else sendAnswer(response, { status: how.status, json: { message: how.message } });
}

/** What no call of the stranger is. */
export const unknownCall = html(404, 'Not Found');
