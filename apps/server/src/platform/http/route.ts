import type { IncomingHttpHeaders } from 'node:http';
import type { Endpoint } from '@wayside/contract/wire/endpoint';
import type { CallContext } from '../../context.ts';

export interface Call<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly headers: IncomingHttpHeaders;
  /** The versions in If-Match; null accepts any version (EDIT-01). */
  readonly ifMatch: readonly string[] | null;
}

/** A response sent in pieces, so that memory use stays constant. */
export class ResponseStream {
  readonly body: AsyncIterable<string | Uint8Array>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: AsyncIterable<string | Uint8Array>, headers: Readonly<Record<string, string>> = {}) {
    this.body = body;
    this.headers = headers;
  }
}

export interface Route {
  // biome-ignore lint/suspicious/noExplicitAny: a list of routes of different types; `route` checked each of them
  readonly endpoint: Endpoint<any, any, any, any>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly verb: (context: CallContext, call: Call<any, any, any>) => Promise<any>;
}

export type FeatureRoutes = readonly Route[];

// biome-ignore lint/suspicious/noConfusingVoidType: what a verb without a result returns
type WithoutResult<A> = Record<never, never> extends A ? void : never;

/** Pairs an endpoint with the function that serves it. A function without a result gives an empty response. */
export function route<P, Q, B, A>(
  endpoint: Endpoint<P, Q, B, A>,
  verb: (
    context: CallContext,
    call: Call<P, Q, B>,
  ) => Promise<NoInfer<A> | WithoutResult<NoInfer<A>> | ResponseStream>,
): Route {
  return { endpoint, verb: async (context, call) => (await verb(context, call)) ?? {} };
}
