/** The parameters of a sentence by name: names, amounts, ids and dates as the English sentence shows them. */
export type Params = Readonly<Record<string, string | number>>;

type NameOf<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | NameOf<Rest> : never;

/** The parameters that a template needs: `{ name: … }` for "{name} took this call.". */
export type ParamsOf<T extends string> = Readonly<Record<NameOf<T>, string | number>>;

/** Sentences by code; a parameter is written as {camelCase}. */
export type SentenceTable = Readonly<Record<string, string>>;

/** A code of a table, and the parameters of its sentence where it has some. */
export type SentenceArguments<T extends SentenceTable, C extends keyof T> = [NameOf<T[C]>] extends [never]
  ? [code: C]
  : [code: C, params: ParamsOf<T[C]>];

/** A server message: a code for translation, its parameters, and the English text (LANG-02). */
export interface Sentence<C extends string = string> {
  readonly code: C;
  readonly params: Params;
  readonly message: string;
}

/** A template with its parameters filled in. */
export const fillTemplate = (template: string, params: Params): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name]));

/** A sentence of a table, where nobody has checked that the parameters are those of the code. */
export const sentenceOf = <C extends string>(
  table: Readonly<Record<C, string>>,
  code: C,
  params: Params = {},
): Sentence<C> => ({ code, params, message: fillTemplate(table[code], params) });

/** Makes the sentences of a table from their codes. */
export const sentencesOf =
  <const T extends SentenceTable>(table: T) =>
  <C extends keyof T & string>(...[code, params]: SentenceArguments<T, C>): Sentence<C> =>
    sentenceOf<C>(table, code, params);
