import * as z from 'zod/mini';

/** Additions to a schema's part of the OpenAPI document (API-16). */
export interface Documentation {
  readonly description?: string;
  readonly type?: 'string' | 'number' | 'boolean' | 'integer';
  readonly format?: 'date' | 'date-time' | 'binary';
  readonly examples?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Adds documentation to the wire side of a field. Returns the schema. */
export function documented<S extends z.ZodMiniType>(schema: S, documentation: Documentation): S {
  z.globalRegistry.add(schema, { ...documentation });
  return schema;
}
