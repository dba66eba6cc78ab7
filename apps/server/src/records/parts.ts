import { part } from '@wayside/contract/parts';
import { parts } from '../platform/db/schema/catalogue.ts';
import { defineRecord } from './define-record.ts';
import { reference } from './field-source.ts';

export const partRecord = defineRecord({
  table: parts,
  schema: part,
  collection: 'parts',
  map: {
    id: parts.id,
    service: reference(parts.serviceId),
    name: parts.name,
    pricePaise: parts.pricePaise,
    image: parts.image,
  },
});
