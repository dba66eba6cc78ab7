import type { TestApplication } from './test-application.ts';

/** A parameter of an operation in the OpenAPI document. */
export interface DocumentedParameter {
  readonly name: string;
  readonly in: 'query' | 'path';
  /** In JSON Schema. */
  readonly schema: unknown;
}

/** An operation in the OpenAPI document. */
export interface DocumentedOperation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly parameters: readonly DocumentedParameter[];
  /** A valid body; null if the operation has no body. */
  readonly usualBody: Readonly<Record<string, unknown>> | null;
  /** The fields of the body by name, as JSON Schema. */
  readonly bodyFields: Readonly<Record<string, unknown>>;
  /** Whether this is an update with a method other than the documented one. */
  readonly isRepeated: boolean;
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
  readonly responses: Readonly<Record<string, { readonly content: Readonly<Record<string, unknown>> }>>;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
}

/**
 * Operations that need no session (SECU-03): every kind of login, and setting a password with a one-time link
 * (PRIV-07).
 */
export const PUBLIC_PATHS: readonly string[] = [
  ...['/admin/login', '/admin/login/second', '/admin/demo-login', '/admin/password-link'],
  ...['/admin/login/single-sign-on', '/admin/login/single-sign-on/finish'],
];

/** An id that no record has. */
export const SOME_ID = 'a'.repeat(24);

const UPDATE_METHODS = ['PATCH', 'PUT', 'POST'] as const;

/** Returns all operations of the OpenAPI document except endless streams; an update occurs once per method (API-13). */
export async function documentedOperations(test: TestApplication): Promise<DocumentedOperation[]> {
  const { body } = await test.call('GET', '/openapi.json');
  const paths: [string, Record<string, DescribedOperation>][] = Object.entries(body.paths);
  return paths.flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([name, { parameters, requestBody, responses }]) => {
      if ('text/event-stream' in (responses['200']?.content ?? {})) return [];
      const method = name.toUpperCase() as DocumentedOperation['method'];
      const schema = requestBody?.content['application/json']?.schema;
      const usualBody = schema === undefined ? null : usualRecord(schema);
      return methodsOf(method).map((each) => ({
        method: each,
        path,
        parameters,
        usualBody,
        bodyFields: schema?.properties ?? {},
        isRepeated: each !== method,
      }));
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

/** Returns the path with its parameters; a missing one becomes an id that no record has. */
export function pathWith(
  { path }: Pick<DocumentedOperation, 'path'>,
  params: Readonly<Record<string, string>> = {},
): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? SOME_ID;
    // A lone surrogate cannot be encoded in a URL.
    return /\p{Cs}/u.test(value) ? '%ED%A0%80' : encodeURIComponent(value);
  });
}
