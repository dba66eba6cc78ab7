import type { Endpoint } from '@wayside/contract/wire/endpoint';
import { type JsonSchema, wireSchema } from '../platform/http/openapi.ts';

const capitalise = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
const NAME = /^[A-Za-z_$][\w$]*$/;
const keyOf = (name: string) => (NAME.test(name) ? name : JSON.stringify(name));

const isPrimitive = ({ type, properties }: JsonSchema) =>
  properties === undefined && type !== 'array' && type !== 'object';

/**
 * Chooses the first form if the server accepts a value in several, because the server writes that form: numbers as
 * numbers.
 */
function choicesOf(choices: readonly JsonSchema[]): readonly JsonSchema[] {
  const [first, ...others] = choices.filter(({ type }) => type !== 'null');
  const isOneForm = first !== undefined && 'type' in first && [first, ...others].every(isPrimitive);
  return isOneForm ? choices.filter((choice) => choice === first || choice['type'] === 'null') : choices;
}

/** Converts a JSON Schema to a TypeScript type. */
function typeOf(schema: JsonSchema): string {
  if (schema.anyOf) return [...new Set(choicesOf(schema.anyOf).map(typeOf))].join(' | ');
  if ('const' in schema) return JSON.stringify(schema['const']);
  if (Array.isArray(schema['enum'])) return schema['enum'].map((word) => JSON.stringify(word)).join(' | ');
  switch (schema['type']) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema['type'];
    case 'number':
    case 'integer':
      return 'number';
    case 'array': {
      const item = typeOf((schema['items'] ?? {}) as JsonSchema);
      return `readonly ${/[ |]/.test(item) && !item.startsWith('{') ? `(${item})` : item}[]`;
    }
    case 'object':
      return objectOf(schema);
    default:
      return schema.properties ? objectOf(schema) : 'unknown';
  }
}

function objectOf({ properties = {}, required = [] }: JsonSchema): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `readonly ${keyOf(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)};`,
  );
  return fields.length === 0 ? 'Record<string, never>' : `{ ${fields.join(' ')} }`;
}

/** Returns the source of the client's types and operations, which cover the API's calls for service keys (SHIP-05). */
export function clientSource(endpoints: readonly Endpoint[]): string {
  const reads = endpoints.filter(({ readScope, name }) => readScope !== null || name === 'listChanges');
  const ingest = endpoints.filter(({ name }) => name === 'ingestRecords');
  const responses = [...reads, ...ingest].map(
    ({ name, response }) => `export type ${capitalise(name)}Answer = ${typeOf(wireSchema(response))};`,
  );
  const operations = reads
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ name, summary, path, params, query, readScope }) => {
      const types = [typeOf(wireSchema(params)), typeOf(wireSchema(query)), `${capitalise(name)}Answer`];
      return `/** ${summary} Scope \`${readScope ?? 'changes'}\`. */
export const ${name}: Operation<${types.join(', ')}> = { method: 'GET', path: '${path}' };`;
    });
  return `// Made from the contract by client-source.test.ts; \`npx vitest run --project server client-source -u\` makes it again.
import type { Operation } from './operation.ts';

${responses.toSorted().join('\n\n')}

${operations.join('\n\n')}
`;
}
