import type { TestApplication } from './test-application.ts';

/** A parameter of a call, as the API's description has it. */
export interface DocumentedParameter {
  readonly name: string;
  readonly in: 'query' | 'path';
}

/** A call of the API, as its description has it. */
export interface DocumentedOperation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly parameters: readonly DocumentedParameter[];
  /** A body that its schema takes, or null where it takes none. */
  readonly usualBody: Readonly<Record<string, unknown>> | null;
}

interface JsonSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}

interface DescribedOperation {
  readonly parameters: readonly DocumentedParameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
}

/** The calls that need no session (SECU-03): the login, and setting a password by a one-time link (PRIV-07). */
export const PUBLIC_PATHS: readonly string[] = ['/admin/login', '/admin/password-link'];

/** An id of no record. */
export const SOME_ID = 'a'.repeat(24);

const UPDATE_METHODS = ['PATCH', 'PUT', 'POST'] as const;

/** Every call that the server says it has, an update by each of its methods (API-13): what is born later joins. */
export async function documentedOperations(test: TestApplication): Promise<DocumentedOperation[]> {
  const { body } = await test.call('GET', '/openapi.json');
  const paths: [string, Record<string, DescribedOperation>][] = Object.entries(body.paths);
  return paths.flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([name, { parameters, requestBody }]) => {
      const method = name.toUpperCase() as DocumentedOperation['method'];
      const schema = requestBody?.content['application/json']?.schema;
      const usualBody = schema === undefined ? null : usualRecord(schema);
      return methodsOf(method).map((each) => ({ method: each, path, parameters, usualBody }));
    }),
  );
}

const methodsOf = (method: DocumentedOperation['method']) => (method === 'PATCH' ? UPDATE_METHODS : [method]);

function usualRecord({ properties = {} }: JsonSchema): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, usualValue(schema)]));
}

function usualValue(schema: JsonSchema): unknown {
  const [choice] = schema.anyOf ?? [];
  if (choice !== undefined) return usualValue(choice);
  const [given] = [...(schema.examples ?? []), ...(schema.enum ?? [])];
  if (given !== undefined) return given;
  if (schema.const !== undefined) return schema.const;
  switch (schema.type) {
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'array':
      return schema.items === undefined ? [] : [usualValue(schema.items)];
    case 'object':
      return usualRecord(schema);
    default:
      return 'some text';
  }
}

/** The path with its parameters written into it; those that are not given are an id of no record. */
export function pathWith({ path }: DocumentedOperation, params: Readonly<Record<string, string>> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? SOME_ID;
    // What cannot be written into an address cannot arrive in one.
    return /\p{Cs}/u.test(value) ? '%ED%A0%80' : encodeURIComponent(value);
  });
}
