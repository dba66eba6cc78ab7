/** A call: its method and path, with the types of its path parameters, query and answer. */
export interface Operation<P, Q, A> {
  readonly method: 'GET';
  /** Under `/api/v1`, parameters in braces. */
  readonly path: string;
  /** Only types use it. */
  readonly typed?: { readonly path: P; readonly query: Q; readonly answer: A };
}
