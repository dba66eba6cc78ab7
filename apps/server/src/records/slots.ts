import { slot } from '@wayside/contract/slots';
import { slots } from '../platform/db/schema/catalogue.ts';
import { defineRecord } from './define-record.ts';

export const slotRecord = defineRecord({
  table: slots,
  schema: slot,
  collection: 'slots',
  map: { id: slots.id, startTime: slots.startTime, endTime: slots.endTime, duration: slots.duration },
});
