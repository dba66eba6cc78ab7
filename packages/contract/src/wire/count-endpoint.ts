import { type Endpoint, endpoint } from './endpoint.ts';
import { list, numeric } from './fields.ts';
import type { Permission } from './permissions.ts';
import { atMost } from './request-fields.ts';
import type { Wire } from './wire.ts';
import { success, wireObject } from './wire-object.ts';

/** Rows are counted up to this many: it stands for itself and for everything above (VIEW-04). */
export const MAX_COUNTED = 1000;
const MAX_VIEWS = 100;

interface CountBody<F> {
  readonly views: F[];
}

interface Declared<F> {
  readonly name: string;
  /** The end of the path: "bookings". */
  readonly path: string;
  /** That of the list. */
  readonly permission: Permission;
  /** The filters of the list. */
  readonly filters: Wire<F>;
}

/** The call that counts the rows of several views of a list at once; a POST, because their filters may be long (VIEW-04). */
export const countEndpoint = <F>({ name, path, permission, filters }: Declared<F>) =>
  endpoint({
    name,
    method: 'POST',
    isChange: false,
    path: `/admin/views/counts/${path}`,
    permission,
    summary: `How many rows the list has under each of the given filters, ${MAX_COUNTED} for as many and more.`,
    tag: 'views',
    body: wireObject({ views: atMost(MAX_VIEWS, list(filters)) }) as Wire<unknown> as Wire<CountBody<F>>,
    answer: success({ counts: list(numeric) }),
  }) satisfies Endpoint<Record<string, never>, Record<string, never>, CountBody<F>>;
