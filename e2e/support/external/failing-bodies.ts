/** A body with status 200 that says that the call failed (API-18), and the message that the person reads, if it has one. */
export interface FailingBody {
  readonly json: object;
  readonly message?: string;
}

/** Bodies that are a failure of every call. */
export const FAILING_BODIES: readonly FailingBody[] = [
  { json: { status: 0, message: 'Insufficient funds' }, message: 'Insufficient funds' },
  { json: { status: 'error' } },
  { json: { status: 400 } },
  { json: { status: null } },
  { json: { success: 0 } },
  { json: { error: 'bad' } },
  { json: { status: true, errors: [{ path: 'all', msg: 'bad' }] } },
];

/** Bodies without a status: a failure where the specification reads it. */
export const WITHOUT_STATUS: readonly FailingBody[] = [
  { json: {} },
  { json: { data: { _id: 'x-1' } } },
  { json: { message: 'Queue is full' }, message: 'Queue is full' },
];
