import type { Access, ReadScope } from './permissions.ts';
import type { Conflict } from './versioned.ts';
import type { Wire } from './wire.ts';
import { wireObject } from './wire-object.ts';

/** A call of the wire, declared once: the server registers it, the web calls it, the OpenAPI document describes it. */
export interface Endpoint<P = unknown, Q = unknown, B = unknown, A = unknown> {
  /** Unique; the operation id of the OpenAPI document. */
  readonly name: string;
  readonly method: Method;
  /** Whether it changes something, which a GET may do too. Such a call is never repeated automatically (ERR-02). */
  readonly isChange: boolean;
  /** Under /api/v1, parameters in braces: `/user/blockuser/{id}`. */
  readonly path: string;
  /** Whether it is at the root of the file host instead of under /api/v1 (FILE-01). */
  readonly isOfFileHost: boolean;
  readonly summary: string;
  readonly tag: string;
  /**
   * The wire names that a successful answer must have; of a list of names, one. Empty: any 2xx is a success
   * (API-18).
   */
  readonly successNeeds: readonly (string | readonly string[])[];
  /** The permission that the caller needs (TEAM-01). */
  readonly permission: Access;
  /** The scope with which a service key may make the call (SHIP-05); null for none. */
  readonly readScope: ReadScope | null;
  /** Whether our server needs proof of identity from the last 10 minutes (TEAM-05). */
  readonly needsProof: boolean;
  /** Whether it works before the second factor of REQUIRE_TWO_FACTOR is set up (TEAM-04). */
  readonly isBeforeTwoFactor: boolean;
  /** Whether a public demo refuses its change, which would affect access, other visitors or other servers (SHIP-06). */
  readonly isRefusedInDemo: boolean;
  readonly params: Wire<P>;
  readonly query: Wire<Q>;
  /** Null when the call carries no body. */
  readonly body: Wire<B> | null;
  /** The largest file of a form, in bytes; null for JSON. */
  readonly fileLimitBytes: number | null;
  /**
   * Whether the body is records of a collection: an array, an object or lines (SYNC-01). A 207 names rejected
   * ones.
   */
  readonly takesRecords: boolean;
  readonly answer: Wire<A>;
  /** The content of a 412, if the call takes the version of its record in If-Match (EDIT-01); otherwise null. */
  readonly conflict: Wire<Conflict> | null;
  /** Whether the response is a table for a spreadsheet instead of JSON. */
  readonly isTable: boolean;
  /** Whether the response is a stream of server-sent events; `answer` is the data of one event. */
  readonly isEventStream: boolean;
  /** Status codes of its errors in addition to 400 and 503, and to 401 and 403, which follow from `permission`. */
  readonly errorCodes: readonly number[];
}

export type AnswerOf<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer A> ? A : never;

type Nothing = Record<string, never>;
const nothing = wireObject({}) as Wire<Nothing>;

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;
type Method = (typeof METHODS)[number];

type Declaration<P, Q, B, A> = Pick<Endpoint<P, Q, B, A>, 'summary' | 'permission' | 'answer'> &
  Partial<
    Omit<
      Endpoint<P, Q, B, A>,
      'name' | 'method' | 'path' | 'tag' | 'summary' | 'permission' | 'answer' | 'conflict'
    >
  > & {
    // biome-ignore lint/suspicious/noExplicitAny: the conflict of any record
    readonly conflict?: Wire<Conflict<any>>;
  };

/**
 * Declares the calls of a feature, each by its name and its route: "GET /admin/jobs/{id}". By default a call takes no
 * parameters, query or body, and changes nothing if it is a GET.
 * @param tag the feature in the reference
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
      isRefusedInDemo: false,
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
