/** Who does something and from where, for the activity log (SECU-05). A command has no administrator. */
export interface Actor {
  readonly id: string | null;
  readonly email: string | null;
  readonly address: string | null;
  /** The id of the request (OPER-04); null for what no request does. */
  readonly requestId: string | null;
}
