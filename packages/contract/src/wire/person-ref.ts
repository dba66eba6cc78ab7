import { maybe, nameText, phone, recordId, text } from './fields.ts';
import type { Wire } from './wire.ts';
import { reference, wireObject } from './wire-object.ts';

/** A person as other records show them. A field is null where it is missing or the person is erased (FMT-04). */
export interface PersonRef {
  readonly id: string | null;
  readonly name: string | null;
  readonly phone: string | null;
  readonly email: string | null;
}

const personRecord: Wire<PersonRef> = wireObject(
  { id: maybe(recordId), name: maybe(nameText), phone: maybe(phone), email: maybe(text) },
  { id: '_id', phone: 'phone_number' },
);

/** A customer or mechanic as other records carry them: populated, or an id alone. */
export const personRef: Wire<PersonRef> = reference(
  personRecord,
  (id) => ({ id, name: null, phone: null, email: null }),
  recordId,
);
