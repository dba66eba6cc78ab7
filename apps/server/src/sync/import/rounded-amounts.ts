import { isRoundedToPaise, rupees, signedRupees } from '@wayside/contract/wire/money';
import type { Wire } from '@wayside/contract/wire/wire';

/** Where an amount stands in a wire record: keys, and `*` for every element of a list. */
type Path = readonly string[];

/** The parts of a schema that hold other schemas. */
interface Definition {
  readonly in?: Node;
  readonly innerType?: Node;
  readonly element?: Node;
  readonly options?: readonly Node[];
  readonly shape?: Record<string, Node>;
}
interface Node {
  readonly _zod: { readonly def: unknown };
}

function pathsOf(schema: Node, prefix: Path): Path[] {
  if (schema === rupees || schema === signedRupees) return [prefix];
  const { in: input, innerType, element, options, shape } = schema._zod.def as Definition;
  if (element) return pathsOf(element, [...prefix, '*']);
  const inside = [input, innerType, ...(options ?? [])].filter((inner) => inner !== undefined);
  const fields = Object.entries(shape ?? {});
  return [
    ...inside.flatMap((inner) => pathsOf(inner, prefix)),
    ...fields.flatMap(([key, field]) => pathsOf(field, [...prefix, key])),
  ];
}

function roundedAt(value: unknown, path: Path, depth: number): number {
  const key = path[depth];
  if (key === undefined)
    return (typeof value === 'number' || typeof value === 'string') && isRoundedToPaise(value) ? 1 : 0;
  if (typeof value !== 'object' || value === null) return 0;
  if (key !== '*') return roundedAt((value as Record<string, unknown>)[key], path, depth + 1);
  if (!Array.isArray(value)) return 0;
  return value.reduce((sum: number, element: unknown) => sum + roundedAt(element, path, depth + 1), 0);
}

/** Returns the function that counts the amounts of a wire record with digits beyond the paisa (IMPO-03). */
export function roundedAmountsCounter(schema: Wire<unknown>): (source: unknown) => number {
  const paths = pathsOf(schema, []);
  return (source) => paths.reduce((sum, path) => sum + roundedAt(source, path, 0), 0);
}
