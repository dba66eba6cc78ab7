/**
 * The user or program that performs an action, and its address, for the activity log (SECU-05). A command has no
 * administrator.
 */
export interface Actor {
  readonly id: string | null;
  readonly email: string | null;
  readonly address: string | null;
  /** The id of the request (OPER-04); null for actions outside a request. */
  readonly requestId: string | null;
}
