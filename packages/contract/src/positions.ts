import { instant, recordId } from './wire/fields.ts';
import { between } from './wire/request-fields.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, wireObject } from './wire/wire-object.ts';

const fields = {
  mechanicId: recordId,
  latitude: between(-90, 90),
  longitude: between(-180, 180),
  /** When the mechanic was there: an older one than what is held is ignored. */
  at: instant,
};
/** Where a mechanic was, as POST /ingest/positions takes it (ROAD-04). */
export type Position = DomainOf<typeof fields>;
export const position: Wire<Position> = wireObject(fields, { mechanicId: 'mechanicid' });
