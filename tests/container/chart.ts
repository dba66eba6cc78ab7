import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments, stringify } from 'yaml';

const folder = fileURLToPath(new URL('../../deploy/helm/wayside/', import.meta.url));

/** A Kubernetes manifest. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly [field: string]: unknown;
}

type Scope = { readonly dot: unknown; readonly variables: Readonly<Record<string, unknown>> };
type Part = string | { readonly action: string; readonly body: readonly Part[]; readonly other: readonly Part[] };

/**
 * Renders the chart like `helm template`, supporting only the features that its templates use.
 * @param values override the values of values.yaml, by dotted path
 * @throws Error for an action or function that is not supported
 */
export function renderChart(values: Readonly<Record<string, unknown>> = {}): Manifest[] {
  const given: Record<string, unknown> = parse(readFileSync(`${folder}values.yaml`, 'utf8'));
  for (const [path, value] of Object.entries(values)) setAt(given, path.split('.'), value);
  const chart: unknown = parse(readFileSync(`${folder}Chart.yaml`, 'utf8'));
  const root = { Values: given, Chart: upperNames(chart), Release: { Name: 'test', Namespace: 'default' } };
  const names = readdirSync(`${folder}templates`);
  const templates = new Map<string, readonly Part[]>();
  const renderer = new Renderer(templates);
  for (const name of names.filter((file) => file.endsWith('.tpl')))
    renderer.render(parseTemplate(read(name)), root);
  return names
    .filter((file) => file.endsWith('.yaml'))
    .flatMap((name) => parseAllDocuments(renderer.render(parseTemplate(read(name)), root)))
    .map((document) => document.toJS())
    .filter((manifest) => manifest !== null);
}

const read = (name: string) => readFileSync(`${folder}templates/${name}`, 'utf8');

class Renderer {
  readonly #templates: Map<string, readonly Part[]>;

  constructor(templates: Map<string, readonly Part[]>) {
    this.#templates = templates;
  }

  render(parts: readonly Part[], dot: unknown): string {
    return this.#all(parts, { dot, variables: { $: dot } });
  }

  #all(parts: readonly Part[], scope: Scope): string {
    return parts.map((part) => (typeof part === 'string' ? part : this.#one(part, scope))).join('');
  }

  #one({ action, body, other }: Exclude<Part, string>, scope: Scope): string {
    const [word, rest] = splitOnce(action);
    if (word === 'define') {
      this.#templates.set(JSON.parse(rest), body);
      return '';
    }
    if (word === 'if') return this.#all(isTruthy(this.#value(rest, scope)) ? body : other, scope);
    if (word === 'with') {
      const dot = this.#value(rest, scope);
      return isTruthy(dot) ? this.#all(body, { ...scope, dot }) : this.#all(other, scope);
    }
    if (word === 'range') return this.#range(rest, body, scope);
    return String(this.#value(action, scope) ?? '');
  }

  #range(rest: string, body: readonly Part[], scope: Scope): string {
    const [, key, item, list] = /^(?:(\$\w+), (\$\w+) := )?(.*)$/.exec(rest) ?? [];
    const entries = Object.entries(this.#value(list ?? '', scope) ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
    return entries
      .map(([name, dot]) =>
        this.#all(body, { dot, variables: { ...scope.variables, [key ?? '']: name, [item ?? '']: dot } }),
      )
      .join('');
  }

  #value(pipeline: string, scope: Scope): unknown {
    const [first = '', ...calls] = pipeline.split(' | ');
    let value = this.#term(first.trim(), scope);
    for (const call of calls) value = this.#call(call.trim().split(' '), value, scope);
    return value;
  }

  #term(term: string, scope: Scope): unknown {
    const words = term.split(' ');
    if (words[0] === 'not') return !isTruthy(this.#term(words.slice(1).join(' '), scope));
    if (words[0] === 'toYaml') return stringify(this.#term(words[1] ?? '', scope)).trimEnd();
    if (words[0] === 'include') {
      const template = this.#templates.get(JSON.parse(words[1] ?? ''));
      if (template === undefined) throw new Error(`there is no template ${words[1]}`);
      return this.render(template, this.#term(words[2] ?? '', scope));
    }
    if (words.length > 1) throw new Error(`unknown action: ${term}`);
    if (term === '.') return scope.dot;
    if (term.startsWith('$')) return scope.variables[term];
    if (term.startsWith('.')) return valueAt(scope.dot, term.slice(1).split('.'));
    return JSON.parse(term);
  }

  #call([name = '', argument = '']: readonly string[], value: unknown, scope: Scope): unknown {
    if (name === 'quote') return JSON.stringify(String(value));
    if (name === 'default') return isTruthy(value) ? value : this.#term(argument, scope);
    if (name === 'nindent') return `\n${String(value).replaceAll(/^/gm, ' '.repeat(Number(argument)))}`;
    throw new Error(`unknown function: ${name}`);
  }
}

/** Splits a text into literals and actions. A block contains its own parts. */
function parseTemplate(text: string): Part[] {
  const trimmed = text.replaceAll(/\s*\{\{- /g, '{{ ').replaceAll(/ -\}\}\s*/g, ' }}');
  return parseBlock(trimmed.split(/\{\{ (.*?) \}\}/).entries()).parts;
}

/** Reads up to the `end` or `else` of the block. Every second token is an action. */
function parseBlock(tokens: Iterator<[place: number, token: string]>): { parts: Part[]; last: string } {
  const parts: Part[] = [];
  for (let next = tokens.next(); !next.done; next = tokens.next()) {
    const [place, token] = next.value;
    if (place % 2 === 0) parts.push(token);
    else if (token === 'end' || token === 'else') return { parts, last: token };
    else if (/^(if|with|range|define) /.test(token)) {
      const { parts: body, last } = parseBlock(tokens);
      parts.push({ action: token, body, other: last === 'else' ? parseBlock(tokens).parts : [] });
    } else parts.push({ action: token, body: [], other: [] });
  }
  return { parts, last: '' };
}

const isTruthy = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function valueAt(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined || name === '') return value;
  return isRecord(value) ? valueAt(value[name], rest) : undefined;
}

function setAt(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path;
  const inner = target[name];
  if (rest.length > 0 && isRecord(inner)) setAt(inner, rest, value);
  else target[name] = value;
}

/** Returns the fields of Chart.yaml under their Go names. */
const upperNames = (chart: unknown) =>
  Object.fromEntries(
    Object.entries(isRecord(chart) ? chart : {}).map(([name, value]) => [
      name.charAt(0).toUpperCase() + name.slice(1),
      value,
    ]),
  );

function splitOnce(text: string): [string, string] {
  const place = text.indexOf(' ');
  return place < 0 ? [text, ''] : [text.slice(0, place), text.slice(place + 1)];
}
