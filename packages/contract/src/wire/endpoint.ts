import type { Access, ReadScope } from './permissions.ts';
import type { Conflict } from './versioned.ts';
import type { Wire } from './wire.ts';
import { wireObject } from './wire-object.ts';

/** An endpoint, declared once. The server registers it, the web app calls it, and the OpenAPI document describes it. */
export interface Endpoint<P = unknown, Q = unknown, B = unknown, A = unknown> {
  /** The unique name, which is also the operation id in the OpenAPI document. */
  readonly name: string;
  readonly method: Method;
  /** Whether the call changes data, which even a GET may do. Such a call is never retried automatically (ERR-02). */
  readonly isChange: boolean;
  /** The path below /api/v1, with parameters in braces: `/user/blockuser/{id}`. */
  readonly path: string;
  /** Whether the path is at the root of the file host instead of under /api/v1 (FILE-01). */
  readonly isOfFileHost: boolean;
  readonly summary: string;
  readonly tag: string;
  /**
   * The wire names that a successful response must contain; a nested list requires any one of its names. If empty,
   * every 2xx response is a success (API-18).
   */
  readonly successNeeds: readonly (string | readonly string[])[];
  /** The permission that the caller needs (TEAM-01). */
  readonly permission: Access;
  /** The scope that a service key needs for this call (SHIP-05); null if service keys cannot make it. */
  readonly readScope: ReadScope | null;
  /** Whether our server requires proof of identity from the last 10 minutes (TEAM-05). */
  readonly needsProof: boolean;
  /** Whether the call works before the user has set up the second factor that REQUIRE_TWO_FACTOR demands (TEAM-04). */
  readonly isBeforeTwoFactor: boolean;
  /**
   * Whether a public demo rejects the call, because it would affect access, other visitors or other servers
   * (SHIP-06).
   */
  readonly isRejectedInDemo: boolean;
  readonly params: Wire<P>;
  readonly query: Wire<Q>;
  /** Null if the request has no body. */
  readonly body: Wire<B> | null;
  /** The maximum size of an uploaded file in bytes; null for JSON. */
  readonly fileLimitBytes: number | null;
  /**
   * Whether the body contains records of a collection, as an array, an object or one per line (SYNC-01). A 207
   * response lists the rejected records.
   */
  readonly takesRecords: boolean;
  readonly response: Wire<A>;
  /**
   * The content of a 412 response if the request sends the record's version in If-Match (EDIT-01); null if the
   * endpoint does not accept If-Match.
   */
  readonly conflict: Wire<Conflict> | null;
  /** Whether the response is a spreadsheet table instead of JSON. */
  readonly isTable: boolean;
  /** Whether the response is a stream of server-sent events. `response` then describes the data of one event. */
  readonly isEventStream: boolean;
  /** The error status codes in addition to 400 and 503. 401 and 403 follow from `permission`. */
  readonly errorCodes: readonly number[];
}

export type ResponseOf<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer A> ? A : never;

type Nothing = Record<string, never>;
const nothing = wireObject({}) as Wire<Nothing>;

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;
type Method = (typeof METHODS)[number];

type Declaration<P, Q, B, A> = Pick<Endpoint<P, Q, B, A>, 'summary' | 'permission' | 'response'> &
  Partial<
    Omit<
      Endpoint<P, Q, B, A>,
      'name' | 'method' | 'path' | 'tag' | 'summary' | 'permission' | 'response' | 'conflict'
    >
  > & {
    // biome-ignore lint/suspicious/noExplicitAny: the conflict of any record
    readonly conflict?: Wire<Conflict<any>>;
  };

/**
 * Declares the endpoints of a feature, each by name and route: "GET /admin/jobs/{id}". By default, an endpoint has no
 * parameters, query or body, and a GET changes nothing.
 * @param tag the feature's name in the API reference
 */
export const endpointsOf =
  (tag: string) =>
  <P = Nothing, Q = Nothing, B = null, A = unknown>(
    name: string,
    route: `${Method} /${string}`,
    declaration: Declaration<P, Q, B, A>,
  ): Endpoint<P, Q, B, A> => {
    const method = METHODS.find((each) => route.startsWith(`${each} `)) ?? 'GET';
    return {
      name,
      method,
      path: route.slice(method.length + 1),
      tag,
      isOfFileHost: false,
      isChange: method !== 'GET',
      successNeeds: [],
      readScope: null,
      needsProof: false,
      isBeforeTwoFactor: false,
      isRejectedInDemo: false,
      params: nothing as Wire<unknown> as Wire<P>,
      query: nothing as Wire<unknown> as Wire<Q>,
      body: null,
      fileLimitBytes: null,
      takesRecords: false,
      conflict: null,
      isTable: false,
      isEventStream: false,
      errorCodes: [],
      ...declaration,
    };
  };
