import * as z from 'zod/mini';

/** As much of JSON Schema as the OpenAPI document needs. */
export type JsonSchema = Record<string, unknown> & {
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
};

/** Removes what only tolerant reading needs: blank text that counts as missing, unions within unions. */
function tidy(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(tidy);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(([key]) => key !== '$schema');
  const { anyOf, ...rest } = Object.fromEntries(entries.map(([key, value]) => [key, tidy(value)])) as JsonSchema;
  if (!anyOf) return rest;
  const choices = anyOf.flatMap((choice) => choice.anyOf ?? [choice]).filter((choice) => choice.const !== '');
  const [first, ...others] = choices;
  return first && others.length === 0 ? { ...first, ...rest } : { ...rest, anyOf: choices };
}

/** The JSON Schema of the wire side of a codec. */
export function wireSchema(schema: z.ZodMiniType): JsonSchema {
  return tidy(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })) as JsonSchema;
}
