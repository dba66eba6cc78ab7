import type { Endpoint } from '@wayside/contract/wire/endpoint';
import type { CallContext } from '../context.ts';
import type { AnswerStream } from './answer-stream.ts';
import type { Call } from './register.ts';

/** An endpoint of the contract and the verb that serves it. */
export interface Route {
  // biome-ignore lint/suspicious/noExplicitAny: a list of routes of different types; `route` checked each of them
  readonly endpoint: Endpoint<any, any, any, any>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly verb: (context: CallContext, call: Call<any, any, any>) => Promise<any>;
}

/** The routes of one feature. */
export type FeatureRoutes = readonly Route[];

/** Pairs an endpoint with its verb; the types of request and answer must fit. */
export function route<P, Q, B, A>(
  endpoint: Endpoint<P, Q, B, A>,
  verb: (context: CallContext, call: Call<P, Q, B>) => Promise<A | AnswerStream>,
): Route {
  return { endpoint, verb };
}
