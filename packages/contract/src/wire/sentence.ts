/**
 * The parameters of a message by name. Names, amounts, ids and dates have the form that the English message shows.
 * Parameters that differ by language have a key with a colon in addition: `day:day` for a date, or `reason:code` and
 * `reason.amount` for a message embedded in this one.
 */
export type Params = Readonly<Record<string, string | number>>;

/** A day or timestamp, both as text for the English message and as a value that the web app formats. */
export interface DateParam {
  readonly text: string;
  readonly style: 'day' | 'time' | 'at';
  readonly date: string;
}

/** A parameter as the caller passes it. */
export type Param = string | number | DateParam | Sentence;

type NameOf<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | NameOf<Rest> : never;

/** The text of a message, or its singular and plural forms for `{count}`. */
export type Template = string | readonly [one: string, other: string];

type TextOf<T extends Template> = T extends readonly [string, infer Other extends string] ? Other : T & string;

/**
 * The parameters that a template needs: `{ name: … }` for "{name} took this call.". A `{count}` that selects the form
 * is a number.
 */
export type ParamsOf<T extends Template> = Readonly<
  Record<Exclude<NameOf<TextOf<T>>, T extends string ? never : 'count'>, Param> &
    (T extends string ? unknown : Record<'count', number>)
>;

/** Message templates by code. A parameter is written as {camelCase}. */
export type SentenceTable = Readonly<Record<string, Template>>;

/** A code of a table and, if its template has any, the parameters. */
export type SentenceArguments<T extends SentenceTable, C extends keyof T> = [NameOf<TextOf<T[C]>>] extends [never]
  ? [code: C]
  : [code: C, params: ParamsOf<T[C]>];

/** A server message: a code for translation, its parameters, and the English text (LANG-02). */
export interface Sentence<C extends string = string> {
  readonly code: C;
  readonly params: Params;
  readonly message: string;
}

/** Fills the parameters into a template. */
export function fillTemplate(template: Template, params: Params): string {
  if (typeof template === 'string')
    return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
  const { count } = params;
  const [one, other] = template;
  return fillTemplate(count === 1 ? one : other, { ...params, count: Number(count).toLocaleString('en-IN') });
}

function flattenParam([name, given]: [string, Param]): [string, string | number][] {
  if (typeof given !== 'object') return [[name, given]];
  if ('date' in given)
    return [
      [name, given.text],
      [`${name}:${given.style}`, given.date],
    ];
  const inner = Object.entries(given.params).map(([key, value]): [string, string | number] => [
    `${name}.${key}`,
    value,
  ]);
  return [[name, given.message], [`${name}:code`, given.code], ...inner];
}

/** Creates a message from a table without a compile-time check that the parameters belong to the code. */
export function sentenceOf<C extends string>(
  table: Readonly<Record<C, Template>>,
  code: C,
  given: Readonly<Record<string, Param>> = {},
): Sentence<C> {
  const params = Object.fromEntries(Object.entries(given).flatMap(flattenParam));
  return { code, params, message: fillTemplate(table[code], params) };
}

/** Returns a function that creates the messages of a table from their codes. */
export const sentencesOf =
  <const T extends SentenceTable>(table: T) =>
  <C extends keyof T & string>(...[code, params]: SentenceArguments<T, C>): Sentence<C> =>
    sentenceOf<C>(table, code, params);
