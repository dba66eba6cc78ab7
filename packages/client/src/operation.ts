/** A call with its method and path, and the types of its path parameters, query and response. */
export interface Operation<P, Q, A> {
  readonly method: 'GET';
  /** The path under `/api/v1`, with parameters in braces. */
  readonly path: string;
  /** Used only by types. */
  readonly typed?: { readonly path: P; readonly query: Q; readonly answer: A };
}
